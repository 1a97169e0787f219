import { ImportError } from '../pipeline/import-error.ts';

/** A numbered page. */
export interface NumberedPage<Item> {
  /** Counted from 1. */
  readonly number: number;
  /** The number of pages; 0 for an empty list. */
  readonly total: number;
  readonly items: readonly Item[];
}

const errorOf = (
  page: NumberedPage<unknown>,
  asked: number,
  before: string | null,
): string | null => {
  if (page.number !== asked) return `Page ${asked} was asked for, page ${page.number} came.`;
  if (page.items.length === 0 && asked < page.total)
    return `Page ${asked} of ${page.total} is empty.`;
  if (before !== null && JSON.stringify(page.items) === before)
    return `Page ${asked} of ${page.total} repeats the page before it.`;
  return null;
};

/**
 * Reads numbered pages from `first` to the last one. Deals missing from a full set are removed, so
 * a page out of order is requested once more and then ends the reading with `SOURCE_ENDLESS`.
 */
export const readWholePages = async function* <Item>(
  what: string,
  read: (page: number) => Promise<NumberedPage<Item>>,
  first = 1,
): AsyncGenerator<NumberedPage<Item>> {
  let before: string | null = null;
  for (let asked = first; ; asked += 1) {
    let page = await read(asked);
    if (errorOf(page, asked, before) !== null) page = await read(asked);
    const error = errorOf(page, asked, before);
    if (error !== null) throw new ImportError('SOURCE_ENDLESS', `${what}: ${error}`);
    yield page;
    if (asked >= page.total) return;
    before = page.items.length === 0 ? null : JSON.stringify(page.items);
  }
};
