import type { OneOfName } from './filters.ts';

/**
 * Lists with a path of their own, such as `/c/travel`: all deals with one value of a filter. They
 * are for links and search engines; the page's own filters lead to `/deals`.
 */
export const listPaths = [
  { filter: 'category', start: '/c/' },
  { filter: 'source', start: '/shop/' },
  { filter: 'brand', start: '/brand/' },
  { filter: 'location', start: '/in/' },
] as const satisfies readonly { readonly filter: OneOfName; readonly start: `/${string}/` }[];

export type ListFilter = (typeof listPaths)[number]['filter'];

/** A list with a path of its own: the filter, and its one value. */
export interface DealList {
  readonly filter: ListFilter;
  readonly value: string;
}

export const listPath = ({ filter, value }: DealList): string =>
  `${listPaths.find((row) => row.filter === filter)?.start ?? ''}${encodeURIComponent(value)}`;

/** The list at a path, undefined if the path is that of another page. Ignores a trailing slash. */
export const findDealList = (path: string): DealList | undefined => {
  const row = listPaths.find(({ start }) => path.startsWith(start));
  const value = row === undefined ? '' : path.slice(row.start.length).replace(/\/$/, '');
  return row === undefined || value === '' ? undefined : { filter: row.filter, value };
};
