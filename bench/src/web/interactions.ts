import type { Page } from 'playwright-core';
import { percentile } from '../statistics.ts';

const TYPED = 'лаптоп asus 15';
/** As people type: the next letter does not wait for what the one before brings. */
const KEY_INTERVAL_MS = 120;
const TOGGLES = 10;

interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const summarise = (values: readonly number[]): Latency => ({
  p50Ms: percentile(values, 0.5),
  p95Ms: percentile(values, 0.95),
});

/** Notes how long each key and click took to the frame after it, as the browser itself sees it. */
const WATCH = `
  globalThis.seenEvents = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown' || name === 'click') globalThis.seenEvents.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

const seenSince = async (page: Page): Promise<number[]> => {
  // The browser tells of events some time after their frame.
  await page.waitForTimeout(500);
  const seen: unknown = await page.evaluate('globalThis.seenEvents.splice(0)');
  return Array.isArray(seen) ? seen.filter((value) => typeof value === 'number') : [];
};

/** Words that are searched for, one after the other. */
const SEARCHED = [
  'велосипед',
  'laptop',
  'диван',
  'iphone',
  'обувки',
  'телевизор',
  'masa',
  'часовник',
];

/**
 * In the page: the time from an event of the given kind to the frame that shows other results than
 * before, all of them there. The line that counts the deals tells one search from another.
 */
const UNTIL_PAINTED = `(kind) => new Promise((resolve) => {
  const line = document.querySelector('main output');
  const before = line.textContent;
  addEventListener(kind, ({ timeStamp }) => {
    const look = () => {
      const now = document.querySelector('main output')?.textContent;
      const isThere = now !== before && /\\d/.test(now ?? '') &&
        document.querySelector('main [aria-busy="true"]') === null;
      // What a frame has drawn is on the screen when the next one begins.
      requestAnimationFrame(isThere ? () => resolve(performance.now() - timeStamp) : look);
    };
    look();
  }, { once: true, capture: true });
})`;

/** Milliseconds from what `act` does to the results that follow from it, painted. */
const timeToResults = async (
  page: Page,
  kind: 'click' | 'submit',
  act: () => Promise<void>,
): Promise<number> => {
  await page.evaluate(`globalThis.painted = (${UNTIL_PAINTED})('${kind}'); undefined`);
  await act();
  const time: unknown = await page.evaluate('globalThis.painted');
  if (typeof time !== 'number') throw new TypeError('No results followed');
  return time;
};

export interface InteractionFigures {
  /** From a key to the frame that shows it; what takes less than 16 ms counts as 16. */
  readonly typing: Latency;
  /** From Enter in the search to the deals it finds. */
  readonly searchedDeals: Latency;
  readonly filterClick: Latency;
  /** From a click on a filter to the deals it leaves, with the search behind it. */
  readonly filteredDeals: Latency;
}

/** Types into the search and toggles filters on the list of deals at `url`. */
export const measureInteractions = async (page: Page, url: string): Promise<InteractionFigures> => {
  await page.addInitScript(WATCH);
  await page.goto(`${url}/deals`, { waitUntil: 'networkidle' });

  const search = page.getByRole('combobox').first();
  await search.pressSequentially(TYPED, { delay: KEY_INTERVAL_MS });
  const typing = await seenSince(page);
  while (typing.length < TYPED.length) typing.push(16);

  const searchedDeals: number[] = [];
  for (const words of SEARCHED) {
    await search.fill(words);
    searchedDeals.push(await timeToResults(page, 'submit', () => search.press('Enter')));
  }

  await page.goto(`${url}/deals`, { waitUntil: 'networkidle' });
  const filteredDeals: number[] = [];
  const boxes = page.getByRole('complementary').getByRole('checkbox');
  for (let toggle = 0; toggle < TOGGLES; toggle += 1) {
    const box = boxes.nth(toggle % 3);
    filteredDeals.push(await timeToResults(page, 'click', () => box.click()));
  }
  const clicks = await seenSince(page);
  while (clicks.length < TOGGLES) clicks.push(16);
  return {
    typing: summarise(typing),
    searchedDeals: summarise(searchedDeals),
    filterClick: summarise(clicks),
    filteredDeals: summarise(filteredDeals),
  };
};
