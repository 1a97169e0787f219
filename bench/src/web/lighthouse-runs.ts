import lighthouse from 'lighthouse';
import { spread, type Spread } from '../statistics.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The reported audits, in milliseconds except for the layout shift, which has no unit. */
const AUDITS = {
  firstContentfulPaintMs: 'first-contentful-paint',
  largestContentfulPaintMs: 'largest-contentful-paint',
  speedIndexMs: 'speed-index',
  totalBlockingTimeMs: 'total-blocking-time',
  cumulativeLayoutShift: 'cumulative-layout-shift',
} as const;

/**
 * `devtools` throttles network and processor during the run; `simulate` computes the effect
 * afterwards.
 */
export type Throttling = 'devtools' | 'simulate';

/**
 * Audits a page with Lighthouse's mobile preset in an open browser, with its stored session but
 * without its cache.
 */
export const measurePage = async (
  url: string,
  browserPort: number,
  runs: number,
  throttlingMethod: Throttling,
): Promise<Readonly<Record<string, Spread>>> => {
  const figures: Record<string, number[]> = {};
  const note = (name: string, value: number | null | undefined): void => {
    if (typeof value === 'number') (figures[name] ??= []).push(value);
  };
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(
      url,
      { port: browserPort, logLevel: 'error', output: 'json', disableStorageReset: true },
      {
        extends: 'lighthouse:default',
        settings: { onlyCategories: [...CATEGORIES], throttlingMethod },
      },
    );
    const error = result?.lhr.runtimeError?.message;
    if (result === undefined || error !== undefined)
      throw new Error(`The audit of ${url} failed: ${error ?? 'no result'}`);
    const { categories, audits } = result.lhr;
    for (const name of CATEGORIES) note(`${name}Score`, (categories[name]?.score ?? 0) * 100);
    for (const [name, audit] of Object.entries(AUDITS)) note(name, audits[audit]?.numericValue);
  }
  return Object.fromEntries(
    Object.entries(figures).map(([name, values]) => [name, spread(values)]),
  );
};
