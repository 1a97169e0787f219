import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import styles from './moderation.module.css';

interface RowActionsProps {
  /** Whether the item concerns the moderator, who then may not decide. */
  readonly isOwn: boolean;
  readonly children: ReactNode;
}

/** The decisions on an item of the queue. */
export const RowActions = ({ isOwn, children }: RowActionsProps) => {
  const { t } = useLanguage();
  return isOwn ? (
    <p className={styles['muted']}>{t('moderation.own')}</p>
  ) : (
    <div className={styles['actions']}>{children}</div>
  );
};
