import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { facetNames } from '@izgodno/contract/deals/deal-page';
import type { Database } from '#schema/schema.ts';
import type { DealQuery, DealSearch, DealSearchPage } from '../../deal-search.ts';
import { readCursor, writeCursor, effectiveSort } from '../ordering.ts';
import {
  countsBrands,
  facetBit,
  presentBrands,
  presentFacets,
  type FacetCounts,
} from '../facets.ts';
import { brandTitle } from '../../brands/brand-of.ts';
import { createDealAnalyser } from './analysed-deals.ts';
import {
  comesAfter,
  everyCondition,
  failedFacets,
  isLive,
  newestDealsAndSources,
  orderBy,
  otherConditions,
  postedAt,
  priceBucket,
  primaryKey,
  valueOf,
  type PageRequest,
  type Window,
} from './conditions.ts';
import { searchText } from './text-search.ts';
import type { Suggestion } from '@izgodno/contract/search/calls';
import { bucketNames, everyFacet, type CountedFacet } from '@izgodno/contract/deals/facets';
import { escapeLike } from '#platform/database/escape-like.ts';

const suggestionsSchema = z.array(
  z.object({ text: z.string(), kind: z.enum(['query', 'category', 'brand']), count: z.int() }),
);

const likePrefix = (text: string): string => `${escapeLike(text)}%`;

/**
 * Completes the last typed word from brands, categories and words of titles of the `scanLimit`
 * newest deals; the most frequent first.
 */
const suggestFromTitles = async (
  database: Database,
  text: string,
  limit: number,
  scanLimit: number,
): Promise<readonly Suggestion[]> => {
  const typed = text.toLowerCase().trimStart();
  const [, before = '', last = ''] = /^(.*\s)?(\S*)$/su.exec(typed) ?? [];
  if (last === '') return [];
  const { rows } = await sql`
    WITH newest AS (
      SELECT d.title, d.brand, d.category FROM deals d WHERE ${isLive}
      ORDER BY d.posted_at DESC, d.id DESC LIMIT ${scanLimit}
    ), words AS (
      SELECT DISTINCT title, word
      FROM newest, regexp_split_to_table(lower(title), '[^[:alnum:]]+') AS word
      WHERE word LIKE ${likePrefix(last)}
    )
    SELECT min(brand) AS text, 'brand' AS kind, count(*) AS count FROM newest
    WHERE lower(brand) LIKE ${likePrefix(typed)} GROUP BY lower(brand)
    UNION ALL
    SELECT category, 'category', count(*) FROM newest
    WHERE category LIKE ${likePrefix(typed)} GROUP BY category
    UNION ALL
    SELECT ${before}::text || word, 'query', count(*) FROM words GROUP BY word
    ORDER BY count DESC, text LIMIT ${limit}`.execute(database);
  return expectShape(suggestionsSchema, rows);
};

/** How many deals, newest first, a search reads at most, however many there are. */
export interface ScanLimits {
  /** Without words; of the chosen sources if there are any. */
  readonly filters: number;
  readonly text: number;
  readonly suggestions: number;
}

const defaultLimits: ScanLimits = { filters: 20_000, text: 2_000, suggestions: 5_000 };

const hitSchema = z.array(
  z.object({ id: z.int(), version: z.int(), primary: z.int(), postedAt: z.int() }),
);
const countedFacets = facetNames.filter((name): name is CountedFacet => name !== 'brand');

const facetSchema = z.array(
  z.object({
    facet: z.enum([...countedFacets, 'scanned', 'total']),
    value: z.string(),
    count: z.int(),
  }),
);

const readPage = async (
  database: Database,
  { query, limit, after, scanLimit }: PageRequest,
): Promise<Pick<DealSearchPage, 'hits' | 'nextCursor'>> => {
  const sort = effectiveSort(query);
  const window = { limit: scanLimit, sources: query.source };
  // In the order of the window, a later page is read from a later window.
  const deals = newestDealsAndSources({ ...window, after: sort === 'newest' ? after : null });
  const { rows } = await sql`
    SELECT d.id, d.change_seq AS version, ${primaryKey(sort)}::bigint AS "primary", ${postedAt} AS "postedAt"
    FROM ${deals}
    WHERE ${everyCondition(query)} AND ${comesAfter(sort, after)}
    ORDER BY ${orderBy(sort)} LIMIT ${limit + 1}`.execute(database);
  const found = expectShape(hitSchema, rows);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    hits: page.map(({ id, version }) => ({ id: String(id), version })),
    nextCursor: last === undefined || found.length === page.length ? null : writeCursor(sort, last),
  };
};

const facetColumns = countedFacets.map(
  (name) => sql`${name === 'price' ? priceBucket : valueOf(name)} AS ${sql.ref(name)}`,
);

const brandCountSchema = z.array(
  z.object({ slug: z.string(), name: z.nullable(z.string()), count: z.int() }),
);

/** The brands of the deals that pass all filters, without that by brand if all are asked for. */
const countBrands = async (
  database: Database,
  query: DealQuery,
  scanLimit: number,
): Promise<DealSearchPage['facets']['brand']> => {
  if (!countsBrands(query)) return [];
  const deals = newestDealsAndSources({ limit: scanLimit, sources: query.source, after: null });
  const { rows } = await sql`
    WITH scanned AS (
      SELECT ${valueOf('brand')} AS slug, d.brand AS name FROM ${deals}
      WHERE ${everyCondition(query.brands ? { ...query, brand: [] } : query)}
    )
    SELECT slug, name, count(*) AS count FROM scanned WHERE slug IS NOT NULL
    GROUP BY slug, name`.execute(database);
  const counts = expectShape(brandCountSchema, rows).map(({ slug, name, count }) => ({
    slug,
    name: name ?? brandTitle(slug),
    count,
  }));
  return presentBrands(query, counts);
};

interface Counts {
  readonly facets: Readonly<Record<CountedFacet, FacetCounts>>;
  /** The number of deals that pass all filters. */
  readonly total: number;
  /** False if there may be more deals than were scanned. */
  readonly complete: boolean;
}

const countWithin = async (
  database: Database,
  query: DealQuery,
  window: Window,
  names: readonly CountedFacet[],
): Promise<Counts> => {
  const counting = names.map(
    (name) => sql`
      SELECT ${sql.lit(name)} AS facet, ${sql.ref(name)}::text AS value, count(*) AS count
      FROM scanned
      WHERE others_pass AND failed & ~${sql.lit(facetBit[name])} = 0 AND ${sql.ref(name)} IS NOT NULL
      GROUP BY ${sql.ref(name)}`,
  );
  const { rows } = await sql`
    WITH scanned AS (
      SELECT ${sql.join(facetColumns)}, ${failedFacets(query)} AS failed,
        ${otherConditions(query)} AS others_pass
      FROM ${newestDealsAndSources(window)}
    )
    ${sql.join(counting, sql` UNION ALL `)}
    UNION ALL SELECT 'total', '', count(*) FROM scanned WHERE others_pass AND failed = 0
    UNION ALL SELECT 'scanned', '', count(*) FROM scanned`.execute(database);
  const facets = everyFacet(() => new Map<string, number>());
  const sums = { total: 0, scanned: 0 };
  for (const { facet, value, count } of expectShape(facetSchema, rows)) {
    if (facet === 'total' || facet === 'scanned') sums[facet] = count;
    else
      facets[facet].set(facet === 'price' ? (bucketNames[Number(value)] ?? value) : value, count);
  }
  return { facets, total: sums.total, complete: sums.scanned < window.limit };
};

/** Counts among the deals of the chosen sources; what other sources have, among all. */
const countDeals = async (
  database: Database,
  query: DealQuery,
  scanLimit: number,
): Promise<Counts> => {
  const everywhere: Window = { limit: scanLimit, sources: [], after: null };
  if (query.source.length === 0) return countWithin(database, query, everywhere, countedFacets);
  const [chosen, all] = await Promise.all([
    countWithin(
      database,
      query,
      { ...everywhere, sources: query.source },
      countedFacets.filter((name) => name !== 'source'),
    ),
    countWithin(database, query, everywhere, ['source']),
  ]);
  return {
    facets: { ...chosen.facets, source: all.facets.source },
    total: chosen.total,
    complete: chosen.complete && all.complete,
  };
};

const searchWithoutText = async (
  database: Database,
  request: PageRequest,
): Promise<DealSearchPage> => {
  const { query, scanLimit } = request;
  const [page, { facets, total, complete }, brand] = await Promise.all([
    readPage(database, request),
    countDeals(database, query, scanLimit),
    countBrands(database, query, scanLimit),
  ]);
  return {
    ...page,
    total,
    facets: { ...presentFacets(facets), brand },
    partial: !complete,
    correctedQuery: null,
    dropped: [],
  };
};

/**
 * Deal search by PostgreSQL alone. Serves while the index is unavailable, and is the index's
 * reference: exact up to the limits, beyond which only the newest deals are found and pages are
 * marked `partial`.
 */
export const createPostgresDealSearch = (
  database: Database,
  limits: Partial<ScanLimits> = {},
): DealSearch => {
  const { filters, text, suggestions } = { ...defaultLimits, ...limits };
  const analyser = createDealAnalyser(text);
  return {
    async search(query, limit, cursor) {
      const request = { query, limit, after: readCursor(effectiveSort(query), cursor) };
      return query.text.trim() === ''
        ? searchWithoutText(database, { ...request, scanLimit: filters })
        : searchText(database, { ...request, scanLimit: text }, analyser);
    },
    suggest: (text, limit) => suggestFromTitles(database, text, limit, suggestions),
  };
};
