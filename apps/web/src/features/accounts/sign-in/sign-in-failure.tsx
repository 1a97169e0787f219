import { ApiError } from '@izgodno/contract/common/client';
import { exactTime } from '#core/format/relative-time.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { FormFailure } from './auth-layout.tsx';

interface SignInFailureProps {
  readonly error: unknown;
  /** The text of any other failure. */
  readonly textOf: (error: unknown) => TextKey;
}

/**
 * Why a sign-in or a registration failed: in the words of a server that has no codes (specification,
 * section 8); for a suspended account with reason, end and the way to object.
 */
export const SignInFailure = ({ error, textOf }: SignInFailureProps) => {
  const { t, code } = useLanguage();
  if (error instanceof ApiError && error.code === 'plain' && error.message !== '')
    return <FormFailure>{error.message}</FormFailure>;
  if (!(error instanceof ApiError) || error.code !== 'account_suspended')
    return <FormFailure>{t(textOf(error))}</FormFailure>;
  const { reason = '', until } = error.details;
  return (
    <FormFailure>
      <p>
        {until === undefined
          ? t('error.accountSuspended')
          : t('login.suspendedUntil', { date: exactTime(until, code) })}
      </p>
      <p>{t('login.suspendedReason', { reason })}</p>
      <p>
        <Link href="/contact">{t('login.suspendedContact')}</Link>
      </p>
    </FormFailure>
  );
};
