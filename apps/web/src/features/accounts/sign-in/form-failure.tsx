import type { ReactNode } from 'react';
import styles from './auth-forms.module.css';

/** The error of the form as a whole, read out when it appears. */
export const FormFailure = ({ children }: { children: ReactNode }) => (
  <div role="alert" className={styles['failure']}>
    {children}
  </div>
);
