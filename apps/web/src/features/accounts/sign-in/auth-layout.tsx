import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { siteName, usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import styles from './auth-forms.module.css';

/** The error of the form as a whole, read out when it appears. */
export const FormFailure = ({ children }: { children: ReactNode }) => (
  <div role="alert" className={styles['failure']}>
    {children}
  </div>
);

/** Replaces a form that succeeded. It takes the focus, because the pressed button no longer exists. */
export const DoneNotice = ({ children }: { children: ReactNode }) => {
  const element = useRef<HTMLOutputElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <output ref={element} tabIndex={-1} className={styles['done']}>
      {children}
    </output>
  );
};

interface AuthLayoutProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The link to the other of the two forms. */
  readonly other: ReactNode;
}

/** The layout of a page that consists of a form. */
export const AuthLayout = ({ title, children, other }: AuthLayoutProps) => {
  const { t } = useLanguage();
  const user = useUser();
  usePageTitle(title);
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
        {t(user === null ? 'auth.toDeals' : 'notFound.goToDeals')}
      </Link>
    </div>
  );
};
