import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import styles from './moderation.module.css';

interface RowActionsProps {
  /** False if the item concerns the moderator. */
  readonly mayDecide: boolean;
  readonly children: ReactNode;
}

/** The decisions on an item of the queue. */
export const RowActions = ({ mayDecide, children }: RowActionsProps) => {
  const { t } = useLanguage();
  return mayDecide ? (
    <div className={styles['actions']}>{children}</div>
  ) : (
    <p className={styles['muted']}>{t('moderation.own')}</p>
  );
};
