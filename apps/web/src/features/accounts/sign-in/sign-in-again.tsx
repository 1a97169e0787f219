import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { session } from '#core/session/browser/session.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { LOGIN_PATH } from '#core/session/return-path.ts';
import styles from './auth-forms.module.css';

/** Leads to the sign-in page, which signed-in users do not reach: another user signs out first. */
export const SignInAgain = () => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const user = phase.kind === 'signed-in' ? phase.session.user : null;
  if (user === null) return <Link href={LOGIN_PATH}>{t('login.title')}</Link>;
  return (
    <>
      {t('reset.otherUser', { name: user.name })}{' '}
      <button
        type="button"
        className={styles['plain']}
        onClick={() => session.dispatch({ kind: 'logout-asked' })}
      >
        {t('session.logOut')}
      </button>
    </>
  );
};
