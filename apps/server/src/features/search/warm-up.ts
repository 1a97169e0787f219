import { setTimeout as sleep } from 'node:timers/promises';
import { everyDeal, type DealSearch } from './deal-search.ts';
import { withUnderstanding } from './understanding/understanding-search.ts';

/** Searches that use each rule which reads queries, spells words and ranks deals. */
const TEXTS = [
  'диван',
  'laptop',
  'masa',
  'телевзор самсунг до 500 лв',
  'маратонки nike 42 в София',
  'iphone 15 pro 256 gb',
  'телевизор 55 инча под 1000 евро',
  'двустаен апартамент',
  'хладилник с фризер, нов',
  'kfgnjg',
  'почивка в Гърция през юли',
  'детско колело 120-140 см',
] as const;

/** Milliseconds between two searches, for what else is going on. */
const PAUSE_MS = 100;
const PAGE_SIZE = 24;

/**
 * Makes some searches that each of so many threads answers. Their first use compiles the patterns and
 * tables of the search: the first searches of users would take 0.1 to 0.3 s, most of which would block
 * the event loop. Ends at the first failure, because nothing depends on it.
 */
export const warmUp = async (
  search: DealSearch,
  threads: number,
  pauseMs = PAUSE_MS,
): Promise<void> => {
  const understanding = withUnderstanding(search);
  for (const text of TEXTS) {
    await sleep(pauseMs, undefined, { ref: false });
    const query = { ...everyDeal, text, sort: 'relevance' } as const;
    // Pages of different lengths, because a page that is asked for already is asked for once.
    const pages = Array.from({ length: threads }, (_, at) =>
      understanding.search(query, PAGE_SIZE - at, null),
    );
    await Promise.all([...pages, search.suggest(text.slice(0, 4), PAGE_SIZE)]);
  }
};
