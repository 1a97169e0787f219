import { useEffect, useRef, type ReactNode } from 'react';
import styles from './auth-forms.module.css';

/** Replaces a form that succeeded. It takes the focus, because the pressed button no longer exists. */
export const DoneNotice = ({ children }: { children: ReactNode }) => {
  const element = useRef<HTMLOutputElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <output ref={element} tabIndex={-1} className={styles['notice']}>
      {children}
    </output>
  );
};
