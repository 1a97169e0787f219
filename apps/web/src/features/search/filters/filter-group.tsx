import type { ReactNode } from 'react';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './filter-group.module.css';

/** One filter under its collapsible title. */
export const FilterGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <details open className={styles['group']}>
    <summary>
      <h3>{title}</h3>
      <Icon name="chevronDown" size={18} />
    </summary>
    <div className={styles['body']}>{children}</div>
  </details>
);
