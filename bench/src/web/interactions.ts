import type { Page } from 'playwright-core';
import { percentile } from '../statistics.ts';

const TYPED = 'лаптоп asus 15';
/** A typing speed at which the next letter does not wait for the previous one's results. */
const KEY_INTERVAL_MS = 120;
/** How long people hold a mouse button down for a click. */
const CLICK_MS = 80;
/** The least time between a painted list and pasted words, which people copy elsewhere first. */
const COPY_MS = 1_000;

interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const summarise = (values: readonly number[]): Latency => ({
  p50Ms: percentile(values, 0.5),
  p95Ms: percentile(values, 0.95),
});

/** Records the time from each key and click to the next frame, as measured by the browser. */
const WATCH = `
  globalThis.seenEvents = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown' || name === 'click') globalThis.seenEvents.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

const seenSince = async (page: Page): Promise<number[]> => {
  // The browser reports events some time after their frame.
  await page.waitForTimeout(500);
  const seen: unknown = await page.evaluate('globalThis.seenEvents.splice(0)');
  return Array.isArray(seen) ? seen.filter((value) => typeof value === 'number') : [];
};

/** Words that are searched for, one after another. */
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

/** Makes other searches of the same words, because commas separate terms. */
const PASTED_BESIDE = ', чанта';

/** Lists to filter, each from its first filter on until a toggle would repeat an earlier list. */
const NARROWED = ['', '?inStock=true', '?minPrice=20', '?sort=price_asc'] as const;
/** How many options of each filter are selected, one after another. */
const TAKEN = [
  ['Category', 6],
  ['Condition', 4],
] as const;

/**
 * Runs in the page: the time from an event of the given kind to the frame with other results, of
 * which the first cards are enough. The line with the number of deals distinguishes searches.
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

/** Milliseconds from the action of `act` to its painted results. */
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
  /** From a key to the frame that shows it; less than 16 ms counts as 16. */
  readonly typing: Latency;
  /** From Enter in the search to the deals found. */
  readonly searchedDeals: Latency;
  /** The same with pasted words and an immediate Enter. */
  readonly pastedDeals: Latency;
  readonly filterClick: Latency;
  /** From a click on a filter to the remaining deals, including the search. */
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
    await page.waitForTimeout(COPY_MS);
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
