import type { Page } from 'playwright-core';
import { percentile } from '../statistics.ts';

const TYPED = 'лаптоп asus 15';
/** As people type: the next letter does not wait for what the one before brings. */
const KEY_INTERVAL_MS = 120;
/** How long people hold the button of a mouse down as they click. */
const CLICK_MS = 80;

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
  'палатка',
  'кафе',
  'bluetooth',
  'маратонки',
  'хладилник',
  'kamera',
  'детска количка',
  'софия',
  'кола',
  'samsung',
  'книга',
  'парфюм',
];

/** Makes other searches of the same words: commas separate terms. */
const PASTED_BESIDE = ', чанта';

/** Lists that are narrowed, each from its first filter on to where no toggle finds what was seen before. */
const NARROWED = ['', '?inStock=true', '?minPrice=20', '?sort=price_asc'] as const;
/** How many options of which filter are taken, one after the other. */
const TAKEN = [
  ['Category', 6],
  ['Condition', 4],
] as const;

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
  /** The same with words that are pasted, and Enter pressed as quickly as it can be. */
  readonly pastedDeals: Latency;
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
    await search.fill('');
    for (const letter of words) {
      await page.keyboard.insertText(letter);
      await page.waitForTimeout(KEY_INTERVAL_MS);
    }
    searchedDeals.push(await timeToResults(page, 'submit', () => search.press('Enter')));
  }

  const pastedDeals: number[] = [];
  for (const words of SEARCHED) {
    await search.fill(words + PASTED_BESIDE);
    pastedDeals.push(await timeToResults(page, 'submit', () => search.press('Enter')));
  }

  const filteredDeals: number[] = [];
  const clicks: number[] = [];
  for (const query of NARROWED) {
    await page.goto(`${url}/deals${query}`, { waitUntil: 'networkidle' });
    for (const [name, count] of TAKEN) {
      const boxes = page.getByRole('list', { name, exact: true }).getByRole('checkbox');
      for (let taken = 0; taken < count; taken += 1) {
        const box = boxes.and(page.locator(':not(:checked)')).first();
        filteredDeals.push(
          await timeToResults(page, 'click', () => box.click({ delay: CLICK_MS })),
        );
      }
    }
    clicks.push(...(await seenSince(page)));
  }
  while (clicks.length < filteredDeals.length) clicks.push(16);
  return {
    typing: summarise(typing),
    searchedDeals: summarise(searchedDeals),
    pastedDeals: summarise(pastedDeals),
    filterClick: summarise(clicks),
    filteredDeals: summarise(filteredDeals),
  };
};
