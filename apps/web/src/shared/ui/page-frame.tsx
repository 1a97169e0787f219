import type { ReactNode } from 'react';
import styles from './page-frame.module.css';

interface PageFrameProps {
  readonly title: string;
  /** The purpose of the page, below its title. */
  readonly lead?: ReactNode;
  /** Shown at the far end of the title. */
  readonly beside?: ReactNode;
  /** The maximum width by the kind of content. */
  readonly width: 'text' | 'rows' | 'wide' | 'cards';
  readonly children: ReactNode;
}

/** The layout of most pages: the title, then the content in a column. */
export const PageFrame = ({ title, lead, beside, width, children }: PageFrameProps) => (
  <div data-keeps-focus className={styles['page']} data-width={width}>
    <header className={styles['head']}>
      <h1 className={styles['title']}>{title}</h1>
      {beside}
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
    </header>
    {children}
  </div>
);
