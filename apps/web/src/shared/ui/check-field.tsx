import type { ReactNode } from 'react';
import styles from './check-field.module.css';

interface CheckFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** What is agreed to. */
  readonly children: ReactNode;
}

/** A box that is ticked, beside what that means. */
export const CheckField = ({ checked, onChange, children }: CheckFieldProps) => (
  <label className={styles['field']}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {children}
  </label>
);
