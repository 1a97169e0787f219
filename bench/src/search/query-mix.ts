import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import { categories, conditions, sourceGroups } from '@izgodno/contract/deals/vocabulary';
import { toDealQuery } from '@izgodno/server/features/search/deal-query.ts';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';

/** Multiplicative congruential generator (Lehmer): the same seed gives the same load. */
export const createRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  return { next, pick };
};

/** Returns the items in turn, endlessly, so that none is repeated before all were returned. */
export const roundRobin = <Item>(items: readonly Item[]): (() => Item) => {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    next += 1;
    if (item === undefined) throw new RangeError('nothing to name');
    return item;
  };
};

/**
 * Returns items with the frequency of real requests: the second half as often as the first, the
 * third a third as often, and so on (Zipf's law with exponent 1).
 */
export const byPopularity = <Item>(items: readonly Item[], seed: number): (() => Item) => {
  const { next } = createRandom(seed);
  // Harmonic numbers grow like the logarithm, so the rank is close to an exponential of a uniform
  // number.
  const spread = Math.log(items.length + 1);
  return () => {
    const item = items[Math.min(items.length - 1, Math.floor(Math.exp(next() * spread)) - 1)];
    if (item === undefined) throw new RangeError('nothing to name');
    return item;
  };
};

const rowsSchema = z.array(z.object({ title: z.string(), location_id: z.nullable(z.string()) }));

/** The material of queries: titles and locations of some deals. */
export type DealSample = readonly {
  readonly title: string;
  readonly location_id: string | null;
}[];

export const sampleDeals = async (pool: Pool): Promise<DealSample> => {
  const { rows } = await pool.query(
    'SELECT title, location_id FROM deals TABLESAMPLE SYSTEM (1) LIMIT 5000',
  );
  return rowsSchema.parse(rows);
};

/**
 * Paths of list calls as visitors make them, with words of the deals themselves: plain browsing (15
 * %), one to three words (35 %), words and filters (25 %), filters and an order (25 %).
 */
export const createQueryMix = (
  rows: DealSample,
  count: number,
  seed: number,
): readonly string[] => {
  const words = rows.flatMap(({ title }) =>
    title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2),
  );
  const locations = rows.flatMap(({ location_id: id }) => id ?? []);
  const { next, pick } = createRandom(seed);

  const text = (query: URLSearchParams): void => {
    const length = 1 + Math.floor(next() * 3);
    // Words of one title, so that most queries find something, as users' do.
    const title = pick(rows)
      .title.split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2);
    const start = Math.floor(next() * Math.max(1, title.length - length));
    query.set('q', title.slice(start, start + length).join(' ') || pick(words));
  };
  const filters = (query: URLSearchParams): void => {
    if (next() < 0.5) query.append('category', pick(categories));
    if (next() < 0.2) query.append('category', pick(categories));
    if (next() < 0.3) query.append('condition', pick(conditions));
    if (next() < 0.2) query.append('group', pick(sourceGroups));
    if (next() < 0.25 && locations.length > 0) query.append('location', pick(locations));
    if (next() < 0.4) query.set('minPrice', String(pick([5, 10, 20, 50, 100])));
    if (next() < 0.4) query.set('maxPrice', String(pick([150, 300, 600, 1_500])));
    if (next() < 0.1) query.set('minDiscount', String(pick([10, 20, 40])));
    if (next() < 0.1) query.set('minRating', String(pick([3, 4])));
    if (next() < 0.2) query.set('inStock', 'true');
  };
  const order = (query: URLSearchParams): void => {
    query.set('sort', pick(['newest', 'price_asc', 'price_desc', 'rating']));
  };

  return Array.from({ length: count }, () => {
    const query = new URLSearchParams();
    const kind = next();
    if (kind < 0.35) text(query);
    else if (kind < 0.6) {
      text(query);
      filters(query);
    } else if (kind < 0.85) {
      filters(query);
      order(query);
    }
    return `/api/deals?${query.toString()}`;
  });
};

/** The query that a path of the mix asks for. */
export const queryOf = (path: string): DealQuery => {
  const { searchParams } = new URL(path, 'http://localhost');
  const values = [...new Set(searchParams.keys())].map((name) => {
    const all = searchParams.getAll(name);
    return [name, all.length === 1 ? all[0] : all];
  });
  return toDealQuery(dealListQuerySchema.parse(Object.fromEntries(values)));
};
