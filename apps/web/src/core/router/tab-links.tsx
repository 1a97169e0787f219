import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './tab-links.module.css';

export interface TabLink {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly content: ReactNode;
}

/**
 * Links to the views of one page, each with its own URL. On a narrow screen they are one row that
 * scrolls, in which the current one is visible.
 */
export const TabLinks = ({
  label,
  links,
}: {
  readonly label: string;
  readonly links: readonly TabLink[];
}) => {
  const list = useRef<HTMLUListElement>(null);
  const current = links.findIndex(({ isCurrent }) => isCurrent);
  useEffect(() => {
    const row = list.current;
    const tab = row?.children.item(current);
    // Only the row scrolls: Back restores the position of the page.
    if (row !== null && tab instanceof HTMLElement)
      row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label={label}>
      <ul ref={list} className={styles['tabs']}>
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
};
