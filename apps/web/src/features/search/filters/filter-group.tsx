import type { ReactNode } from 'react';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './filter-group.module.css';

interface FilterGroupProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** One filter under its collapsible title. */
export const FilterGroup = ({ title, isOpen = true, onToggle, children }: FilterGroupProps) => (
  <details
    open={isOpen}
    className={styles['group']}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
  >
    <summary>
      <h3>{title}</h3>
      <Icon name="chevronDown" size={18} />
    </summary>
    <div className={styles['body']}>{children}</div>
  </details>
);
