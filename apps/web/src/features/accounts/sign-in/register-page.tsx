import { register } from '@izgodno/contract/accounts/calls';
import { ApiError } from '@izgodno/contract/common/client';
import { errorText } from '#core/api/error-text.ts';
import { findFieldErrors, type FieldErrors, useForm } from '#core/forms/use-form.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { LOGIN_PATH, withReturnPath } from '#core/session/return-path.ts';
import { SignInAfterRegistrationError, signUp } from '#core/session/browser/sign-in.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { NewAccountFields, newAccountFields } from './new-account-fields.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useReturn } from './use-return.ts';
import styles from './auth-forms.module.css';

const failureText = (failure: unknown): TextKey => {
  if (failure instanceof SignInAfterRegistrationError) return 'register.signInInstead';
  // For failures without a text of their own.
  return failure instanceof ApiError && failure.code !== 'unreadable' && failure.code !== 'plain'
    ? errorText(failure)
    : 'register.failed';
};

export const RegisterPage = () => {
  const { t } = useLanguage();
  const returnPath = useReturn();
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields: newAccountFields,
    check: (values): FieldErrors => findFieldErrors(register.body, values),
    send: signUp,
  });
  const toLogin = withReturnPath(LOGIN_PATH, returnPath);
  return (
    <AuthLayout
      title={t('register.title')}
      other={
        <>
          {t('register.haveAccount')} <Link href={toLogin}>{t('menu.signIn')}</Link>
        </>
      }
    >
      <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
        {failure !== null && <SignInFailure error={failure} textOf={failureText} />}
        <NewAccountFields
          errors={errors}
          emailAutoComplete="email"
          passwordLabel={t('field.password')}
        />
        <Button type="submit" tone="primary" disabled={busy}>
          {t(busy ? 'register.busy' : 'register.submit')}
        </Button>
      </form>
    </AuthLayout>
  );
};
