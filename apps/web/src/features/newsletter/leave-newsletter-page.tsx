import { ApiError } from '@izgodno/contract/common/client';
import { leaveNewsletter } from '@izgodno/contract/newsletter/calls';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { useLocation } from '#core/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import styles from './newsletter.module.css';

/** Whether the server rejected an unknown or used link. */
const isRejectedLink = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');

/**
 * Ends a subscription by the link in its mail. Opening the page changes nothing, because mail
 * servers open links too.
 */
export const LeaveNewsletterPage = () => {
  const { t } = useLanguage();
  const { query } = useLocation();
  const token = new URLSearchParams(query).get('token') ?? '';
  const [said, setSaid] = useState<TextKey | null>(null);
  const [failure, setFailure] = useState<TextKey | null>(null);

  const leave = async (): Promise<void> => {
    setFailure(null);
    try {
      await api.call(leaveNewsletter, { body: { token } });
      setSaid('leave.left');
    } catch (error) {
      if (isRejectedLink(error)) setSaid('leave.invalid');
      else setFailure(actionErrorText(error));
    }
  };

  return (
    <PageFrame
      title={t('leave.title')}
      lead={said === null ? t('leave.lead') : undefined}
      width="text"
    >
      <output className={styles['said']}>{said !== null && t(said)}</output>
      {failure !== null && <p role="alert">{t(failure)}</p>}
      {said === null && (
        <form action={leave} className={styles['form']}>
          <Button type="submit" tone="primary">
            {t('leave.confirm')}
          </Button>
        </form>
      )}
    </PageFrame>
  );
};
