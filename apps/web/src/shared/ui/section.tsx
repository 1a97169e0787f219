import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children: ReactNode;
}

/** A titled part of a page, on its own surface. */
export const Section = ({ title, text, children }: SectionProps) => {
  const id = useId();
  return (
    <section data-keeps-focus aria-labelledby={id} className={styles['section']}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {children}
    </section>
  );
};
