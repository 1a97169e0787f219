import { ApiError } from '@izgodno/contract/common/client';
import type { confirmNewsletter, leaveNewsletter } from '@izgodno/contract/newsletter/calls';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import styles from './newsletter.module.css';

/**
 * The token of a mailed link; null without one. It is in the fragment, which is not sent to the
 * server; earlier mails have it in the query.
 */
export const mailedToken = (name: 'newsletter' | 'token'): string | null =>
  [location.hash.slice(1), location.search]
    .map((part) => new URLSearchParams(part).get(name))
    .find((token) => token !== null) ?? null;

/** Whether the server rejected an unknown or used link. */
const isRejectedLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');

interface Props {
  readonly token: string;
  readonly call: typeof confirmNewsletter | typeof leaveNewsletter;
  readonly texts: Readonly<Record<'title' | 'lead' | 'button' | 'done' | 'invalid', TextKey>>;
}

/**
 * The target of a mailed link. Its button makes the call, not the visit, because mail servers open
 * links too.
 */
export const MailedLink = ({ token, call, texts }: Props) => {
  const { t } = useLanguage();
  const [said, setSaid] = useState<TextKey | null>(null);
  const [failure, setFailure] = useState<TextKey | null>(null);

  const send = async (): Promise<void> => {
    setFailure(null);
    try {
      await api.call(call, { body: { token } });
      setSaid(texts.done);
    } catch (error) {
      if (isRejectedLink(error)) setSaid(texts.invalid);
      else setFailure(actionErrorText(error));
    }
  };

  return (
    <PageFrame title={t(texts.title)} lead={said === null ? t(texts.lead) : undefined} width="text">
      <output className={styles['said']}>{said !== null && t(said)}</output>
      {failure !== null && <p role="alert">{t(failure)}</p>}
      {said === null && (
        <form action={send} className={styles['form']}>
          <Button type="submit" tone="primary">
            {t(texts.button)}
          </Button>
        </form>
      )}
    </PageFrame>
  );
};
