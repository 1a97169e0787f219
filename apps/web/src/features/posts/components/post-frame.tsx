import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { useParams } from '#core/router/params.ts';
import styles from './post-frame.module.css';

/**
 * The heading above the form, also while the session is being validated. The server renders the
 * same first view (`first-view/views.tsx`).
 */
export const PostFrame = ({ children }: { children: ReactNode }) => {
  const { t } = useLanguage();
  const isNew = useParams()['dealId'] === undefined;
  const title = t(isNew ? 'posts.title' : 'posts.editTitle');
  usePageTitle(title);
  return (
    <div className={styles['page']}>
      <h1>{title}</h1>
      {isNew && <p>{t('posts.lead')}</p>}
      {children}
    </div>
  );
};
