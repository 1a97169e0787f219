import type { ReactNode } from 'react';
import styles from './page-frame.module.css';

interface PageFrameProps {
  readonly title: string;
  /** What the page is for, below its title. */
  readonly lead?: ReactNode;
  /** What stands at the far end of the title. */
  readonly beside?: ReactNode;
  /** What the page holds decides how wide it may become. */
  readonly width: 'text' | 'rows' | 'wide' | 'cards';
  readonly children: ReactNode;
}

/** A page as most are: its title, and below it one thing after the other. */
export const PageFrame = ({ title, lead, beside, width, children }: PageFrameProps) => (
  <div className={styles['page']} data-width={width}>
    <header className={styles['head']}>
      <h1 className={styles['title']}>{title}</h1>
      {beside}
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
    </header>
    {children}
  </div>
);
