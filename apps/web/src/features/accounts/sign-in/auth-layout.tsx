import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import styles from './auth-forms.module.css';

interface AuthLayoutProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The link to the other of the two forms. */
  readonly other: ReactNode;
}

/** The layout of a page that consists of a form. */
export const AuthLayout = ({ title, children, other }: AuthLayoutProps) => {
  const { t } = useLanguage();
  return (
    <div className={styles['screen']}>
      <div className={styles['card']}>
        <Link href="/deals" className={styles['brand']}>
          <img src="/favicon.svg" width="36" height="36" alt="" />
          <span>{siteName()}</span>
        </Link>
        <h1 className={styles['title']}>{title}</h1>
        {children}
        <p className={styles['other']}>{other}</p>
      </div>
      <Link href="/deals" className={styles['leave']}>
        {t('auth.toDeals')}
      </Link>
    </div>
  );
};
