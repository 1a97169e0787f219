import { ImportError } from '../pipeline/import-error.ts';
import { failureOfPart } from './read-parts.ts';

/** A numbered page. */
export interface NumberedPage<Item> {
  /** Counted from 1. */
  readonly number: number;
  /** The number of pages; 0 for an empty list. */
  readonly total: number;
  readonly items: readonly Item[];
}

/** Failed pages in a row after which the whole list is assumed to fail. */
const MAX_FAILURES = 3;
/** Pages of a list that is read at once: at 60 a minute, a quarter of an hour. */
const MAX_WHOLE_PAGES = 1_000;
/** Pages of a list that interrupted readings resume: at 20 products a page, two million. */
const MAX_PAGES = 100_000;

/** The most pages of a list that began with `total`: each of its pages may name one more. */
const grown = (total: number): number => Math.min(2 * total + 100, MAX_PAGES);

/** What a page is compared with. */
interface Expected {
  readonly asked: number;
  /** The items of the page before it. */
  readonly before: string | null;
  /** The most pages of the list. */
  readonly most: number;
}

const errorOf = (page: NumberedPage<unknown>, { asked, before, most }: Expected): string | null => {
  if (page.number !== asked) return `Page ${asked} was asked for, page ${page.number} came.`;
  if (page.total > most)
    return `Page ${asked} names ${page.total} pages, at most ${most} are read.`;
  if (page.items.length === 0 && asked < page.total)
    return `Page ${asked} of ${page.total} is empty.`;
  if (before !== null && JSON.stringify(page.items) === before)
    return `Page ${asked} of ${page.total} repeats the page before it.`;
  return null;
};

/** A page that is invalid is requested once more and then throws `SOURCE_ENDLESS`. */
const readValid = async <Item>(
  what: string,
  read: (page: number) => Promise<NumberedPage<Item>>,
  expected: Expected,
): Promise<NumberedPage<Item>> => {
  let page = await read(expected.asked);
  if (errorOf(page, expected) !== null) page = await read(expected.asked);
  const error = errorOf(page, expected);
  if (error !== null) throw new ImportError('SOURCE_ENDLESS', `${what}: ${error}`);
  return page;
};

/**
 * Reads numbered pages from `first` to the last one. Deals missing from a full set are removed, so
 * a page out of order ends the reading with `SOURCE_ENDLESS`.
 */
export const readWholePages = async function* <Item>(
  what: string,
  read: (page: number) => Promise<NumberedPage<Item>>,
): AsyncGenerator<NumberedPage<Item>> {
  let before: string | null = null;
  for (let asked = 1; ; asked += 1) {
    const expected = { asked, before, most: MAX_WHOLE_PAGES };
    const page: NumberedPage<Item> = await readValid(what, read, expected);
    yield page;
    if (asked >= page.total) return;
    before = page.items.length === 0 ? null : JSON.stringify(page.items);
  }
};

export interface PageRange {
  readonly what: string;
  /** The first page to read. */
  readonly first: number;
  readonly signal: AbortSignal;
  /**
   * Called with all that is wrong with pages so far, whenever it changes: they could not be read, or
   * lost most of their items.
   */
  readonly failed: (reasons: readonly string[]) => void;
}

/**
 * Reads numbered pages from `first` to the last one, of which each is a part of its own: one that
 * fails is requested once more after the others, and does not stop them. Throws the failure of the
 * first page, of the pages up to the last one, and of several pages in a row.
 */
export const readEachPage = async function* <Item>(
  { what, first, signal, failed }: PageRange,
  read: (page: number) => Promise<NumberedPage<Item>>,
): AsyncGenerator<NumberedPage<Item>> {
  const reasons = new Map<number, string>();
  const missing = new Set<number>();
  const note = (page: number, reason: string): void => {
    reasons.set(page, `Page ${page}: ${reason}`);
    failed([...reasons.values()]);
  };
  let inARow = 0;
  let before: string | null = null;
  let total = Infinity;
  let most = MAX_PAGES;
  let fullest = 0;
  for (let asked = first; asked <= total; asked += 1) {
    let page: NumberedPage<Item>;
    try {
      page = await readValid(what, read, { asked, before, most });
      // An empty last page proves nothing after one that failed.
      if (inARow > 0 && page.items.length === 0)
        throw new ImportError('SOURCE_ENDLESS', `${what}: Page ${asked} is empty.`);
    } catch (thrown) {
      const error = failureOfPart(thrown, signal);
      inARow += 1;
      if (total === Infinity || asked === total || inARow === MAX_FAILURES) throw error;
      missing.add(asked);
      note(asked, error.message);
      continue;
    }
    const { length } = page.items;
    inARow = 0;
    if (total === Infinity) most = grown(page.total);
    ({ total } = page);
    fullest = Math.max(fullest, length);
    if (asked < total && length * 2 < fullest)
      note(asked, `${length} items, elsewhere ${fullest}.`);
    before = length === 0 ? null : JSON.stringify(page.items);
    yield page;
  }
  for (const asked of missing) {
    try {
      const expected = { asked, before: null, most };
      const page: NumberedPage<Item> = await readValid(what, read, expected);
      reasons.delete(asked);
      failed([...reasons.values()]);
      yield page;
    } catch (thrown) {
      note(asked, failureOfPart(thrown, signal).message);
    }
  }
};
