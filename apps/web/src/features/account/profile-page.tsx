import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session-browser/use-session.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import styles from './profile-page.module.css';

export const ProfilePage = () => {
  const { t, code } = useLanguage();
  const user = useUser();
  // Restored from tokens alone, while the server cannot yet be asked.
  if (user === null) return <output>{t('session.checking')}</output>;
  const date = new Intl.DateTimeFormat(code, { dateStyle: 'long' }).format(
    new Date(user.createdAt),
  );
  return (
    <article className={styles['profile']}>
      <h1 className={styles['title']}>{t('profile.title')}</h1>
      <p className={styles['name']}>{user.name}</p>
      <p>{user.email}</p>
      <p className={styles['muted']}>{t(`profile.role.${user.role}`)}</p>
      <p className={styles['muted']}>{t('profile.memberSince', { date })}</p>
      <Link href="/settings" className={`${buttonClass()} ${styles['edit']}`}>
        {t('profile.edit')}
      </Link>
    </article>
  );
};
