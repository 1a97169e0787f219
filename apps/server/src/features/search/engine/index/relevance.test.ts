import { expect, test } from 'vitest';
import { everyDeal } from '../../deal-search.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { DealIndex } from './deal-index.ts';
import { dealsTitled } from './deals.test-data.ts';

const DAY_US = 24 * 60 * 60 * 1_000_000;
const NEWEST = 1_780_000_000_000_000;

/** What differs from a sofa that was posted as the newest one. */
type Given = Partial<SearchableDeal> & { readonly daysBefore?: number };

/** The deals in the order in which a search for their title lists them, as numbers from 0. */
const orderOf = (given: readonly Given[], pageSize = given.length): readonly number[] => {
  const index = new DealIndex();
  // Each deal is a segment of its own, until they are merged.
  for (const [at, deal] of dealsTitled(given.map(() => 'Sofa')).entries()) {
    const { daysBefore = 0, ...values } = given[at] ?? {};
    index.apply([{ ...deal, postedAt: NEWEST - daysBefore * DAY_US, ...values }], []);
  }
  const list = (): readonly number[] => {
    const found: number[] = [];
    let cursor: string | null = null;
    do {
      const query = { ...everyDeal, text: 'sofa', sort: 'relevance' } as const;
      const page = index.search(query, pageSize, cursor);
      found.push(...page.hits.map(({ id }) => Number(id) - 1));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };
  const before = list();
  while (index.mergeStep(1_000));
  expect(list()).toEqual(before);
  return before;
};

test('among equal scores, higher steps of honest discounts come first', () => {
  expect(
    orderOf([{ discount: 9 }, { discount: 49 }, { discount: 24 }, { discount: 50 }, {}]),
  ).toEqual([3, 1, 2, 4, 0]);
});

test('then what was posted within seven days before the newest one', () => {
  expect(
    orderOf([
      { daysBefore: 9, popularity: 7 },
      { daysBefore: 7 },
      { daysBefore: 0 },
      { daysBefore: 9, discount: 10 },
    ]),
  ).toEqual([3, 2, 1, 0]);
});

test('then what more people viewed, then what is newer', () => {
  expect(
    orderOf(
      [
        { daysBefore: 3, popularity: 1 },
        { daysBefore: 2 },
        { daysBefore: 1 },
        { daysBefore: 3, popularity: 7 },
      ],
      1,
    ),
  ).toEqual([3, 0, 2, 1]);
});

test('but a better score and stock come before all of these', () => {
  expect(
    orderOf([
      { daysBefore: 9 },
      { discount: 90, popularity: 7, inStock: false },
      { title: 'Comfort', tags: '', discount: 90, popularity: 7 },
    ]),
  ).toEqual([0, 2, 1]);
});

test('the newest deal that was removed no longer says what is fresh', () => {
  const index = new DealIndex();
  const [old, fresh, newest] = dealsTitled(['Sofa', 'Sofa', 'Sofa']);
  if (old === undefined || fresh === undefined || newest === undefined) throw new Error('Missing.');
  index.apply(
    [
      { ...old, postedAt: NEWEST - 40 * DAY_US, popularity: 1 },
      { ...fresh, postedAt: NEWEST - 30 * DAY_US },
      { ...newest, postedAt: NEWEST },
    ],
    [],
  );
  const list = () =>
    index
      .search({ ...everyDeal, text: 'sofa', sort: 'relevance' }, 3, null)
      .hits.map(({ id }) => Number(id));
  expect(list()).toEqual([newest.id, old.id, fresh.id]);
  index.apply([], [newest.id]);
  expect(list()).toEqual([fresh.id, old.id]);
});
