import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './tab-links.module.css';

export interface TabLink {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly content: ReactNode;
}

/** Links to the views of one page, each with its own URL. */
export const TabLinks = ({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly TabLink[];
}) => (
  <nav aria-label={label}>
    <ul className={styles['tabs']}>
      {links.map(({ href, isCurrent, content }) => (
        <li key={href}>
          <Link href={href} aria-current={isCurrent ? 'page' : undefined}>
            {content}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
