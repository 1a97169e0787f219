import type { ReactNode } from 'react';
import styles from './check-field.module.css';

interface CheckFieldProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The text of the agreement. */
  readonly children: ReactNode;
}

/** A checkbox with its text. */
export const CheckField = ({ checked, onChange, children }: CheckFieldProps) => (
  <label className={styles['field']}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {children}
  </label>
);
