import { ApiError } from '@izgodno/contract/common/client';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { FormFailure } from './auth-layout.tsx';

/** What a user can do whose link is over. */
export interface Instead {
  readonly href: string;
  readonly text: TextKey;
}

interface LinkFailureProps {
  readonly error: unknown;
  /** Null if the page itself offers another link. */
  readonly instead: Instead | null;
}

/** Why the link of a mail did nothing. */
export const LinkFailure = ({ error, instead }: LinkFailureProps) => {
  const { t } = useLanguage();
  const isOver = error instanceof ApiError && error.code === 'mail_link_invalid';
  if (!isOver || instead === null) return <FormFailure>{t(actionErrorText(error))}</FormFailure>;
  return (
    <FormFailure>
      <p>{t('link.over')}</p>
      <p>
        <Link href={instead.href}>{t(instead.text)}</Link>
      </p>
    </FormFailure>
  );
};
