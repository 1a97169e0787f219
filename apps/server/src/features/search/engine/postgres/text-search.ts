import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import {
  bucketNames,
  bucketOf,
  everyFacet,
  type CountedFacet,
} from '@izgodno/contract/deals/facets';
import type { Database } from '#schema/schema.ts';
import type { DealQuery, DealSearchPage } from '../../deal-search.ts';
import { excludedClauses } from '../analysis/excluded.ts';
import { interpret } from '../analysis/query.ts';
import type { Clause, ParsedQuery, Vocabulary } from '../analysis/types.ts';
import { scoreDocument, type AnalysedDocument } from '../analysis/score.ts';
import {
  writeCursor,
  compareKeys,
  effectiveSort,
  freshFrom,
  relevanceOf,
  tieOf,
  type SortKey,
} from '../ordering.ts';
import {
  countsBrands,
  facetBit,
  presentBrands,
  presentFacets,
  type BrandCount,
} from '../facets.ts';
import { brandTitle } from '../../brands/brand-of.ts';
import { searchableDealSchema, type SearchableDeal } from '../searchable-deal.ts';
import type { DealAnalyser } from './analysed-deals.ts';
import {
  comesAfter,
  dealsAndSources,
  failedFacets,
  isLive,
  otherConditions,
  searchableColumns,
  type PageRequest,
} from './conditions.ts';

/** Deals read and analysed at once; this blocks the event loop for some 10 ms. */
const BATCH_SIZE = 500;

const scannedDealSchema = z.array(
  searchableDealSchema.extend({ failed: z.int(), other_filters_pass: z.boolean() }),
);
type ScannedDeal = z.infer<typeof scannedDealSchema>[number];

interface AnalysedDeal {
  readonly deal: ScannedDeal;
  readonly document: AnalysedDocument;
}

/**
 * The newest deals, whether or not they pass the filters, because all of them count for spelling
 * correction.
 */
const scanNewest = async (
  database: Database,
  { query, scanLimit }: PageRequest,
  analyser: DealAnalyser,
): Promise<AnalysedDeal[]> => {
  const scanned: AnalysedDeal[] = [];
  let after: SortKey | null = null;
  while (scanned.length < scanLimit) {
    const batchSize = Math.min(BATCH_SIZE, scanLimit - scanned.length);
    const { rows } = await sql`
      SELECT ${searchableColumns}, ${failedFacets(query)} AS failed,
        ${otherConditions(query)} AS other_filters_pass
      FROM ${dealsAndSources} WHERE ${isLive} AND ${comesAfter('newest', after)}
      ORDER BY d.posted_at DESC, d.id DESC LIMIT ${batchSize}`.execute(database);
    const deals: readonly ScannedDeal[] = expectShape(scannedDealSchema, rows);
    for (const deal of deals) scanned.push({ deal, document: analyser.analyse(deal) });
    const last = deals.at(-1);
    if (last === undefined || deals.length < batchSize) break;
    after = { primary: 0, postedAt: last.postedAt, id: last.id };
  }
  return scanned;
};

const facetValue = (deal: SearchableDeal, name: CountedFacet): string | null =>
  name === 'price' ? (bucketNames[bucketOf(deal.price)] ?? null) : deal[name];

const countFacet = (matching: readonly ScannedDeal[], name: CountedFacet): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const deal of matching) {
    const value = facetValue(deal, name);
    if (value !== null && (deal.failed & ~facetBit[name]) === 0) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return counts;
};

const hasBrand = (deal: ScannedDeal): deal is ScannedDeal & { readonly brand: string } =>
  deal.brand !== null;

/** The brands of the deals that pass all filters, without that by brand if all are asked for. */
const countBrands = (
  matching: readonly ScannedDeal[],
  query: DealQuery,
): DealSearchPage['facets']['brand'] => {
  if (!countsBrands(query)) return [];
  const ignored = query.brands ? facetBit.brand : 0;
  const counts = matching
    .filter(hasBrand)
    .filter(({ failed }) => (failed & ~ignored) === 0)
    .map(({ brand, brandName }): BrandCount => ({
      slug: brand,
      name: brandName ?? brandTitle(brand),
      count: 1,
    }));
  return presentBrands(query, counts);
};

const primaryOf = (
  deal: SearchableDeal,
  score: number,
  sort: SortOrder,
  isFresh: boolean,
): number =>
  ({
    price_asc: deal.price,
    price_desc: deal.price,
    total_asc: deal.total,
    rating: deal.rating,
    relevance: relevanceOf(score, deal.inStock, tieOf(deal), isFresh),
    newest: 0,
  })[sort];

interface Match {
  readonly key: SortKey;
  readonly version: number;
}

interface Matches {
  /** The number of deals with the words, whatever the filters. */
  readonly withWords: number;
  /** Those that pass the filters without a facet. */
  readonly matching: readonly ScannedDeal[];
  /** Those that pass all filters. */
  readonly found: readonly Match[];
}

const match = (
  scanned: readonly AnalysedDeal[],
  words: Pick<ParsedQuery, 'alternatives'>,
  excluded: readonly Clause[],
  sort: SortOrder,
): Matches => {
  const matching: ScannedDeal[] = [];
  const found: Match[] = [];
  let withWords = 0;
  const unwanted = { alternatives: excluded.map((clause) => [clause]) };
  const fresh = freshFrom(scanned[0]?.deal.postedAt ?? 0);
  for (const { deal, document } of scanned) {
    const score = scoreDocument(words, document);
    if (score === null) continue;
    withWords += 1;
    if (!deal.other_filters_pass) continue;
    if (excluded.length > 0 && scoreDocument(unwanted, document) !== null) continue;
    matching.push(deal);
    if (deal.failed !== 0) continue;
    const { id, version, postedAt } = deal;
    found.push({
      version,
      key: { primary: primaryOf(deal, score, sort, postedAt >= fresh), postedAt, id },
    });
  }
  return { withWords, matching, found };
};

/** The first interpretation of the words that deals match, with those that pass the filters. */
const matchFirst = (
  scanned: readonly AnalysedDeal[],
  query: DealQuery,
  sort: SortOrder,
  vocabulary: Vocabulary,
): Matches & Pick<DealSearchPage, 'correctedQuery' | 'dropped'> => {
  let typed: Matches = { withWords: 0, matching: [], found: [] };
  for (const [at, words] of [...interpret(query.text, query.raw, vocabulary)].entries()) {
    const excluded = excludedClauses(query.without, words, vocabulary);
    const matches = match(scanned, words, excluded, sort);
    if (matches.withWords > 0) {
      return { ...matches, correctedQuery: words.correctedText, dropped: words.dropped };
    }
    if (at === 0) typed = matches;
  }
  return { ...typed, correctedQuery: null, dropped: [] };
};

/** Searches for words among the `scanLimit` newest deals, by the reference rules of scoring. */
export const searchText = async (
  database: Database,
  request: PageRequest,
  analyser: DealAnalyser,
): Promise<DealSearchPage> => {
  const { query, limit, after, scanLimit } = request;
  const sort = effectiveSort(query);
  const scanned = await scanNewest(database, request, analyser);
  const vocabulary = analyser.vocabularyOf(scanned.map(({ document }) => document));
  const matched = matchFirst(scanned, query, sort, vocabulary);
  const { matching, found, correctedQuery, dropped } = matched;
  const rest = found
    .filter(({ key }) => after === null || compareKeys(sort, after, key) < 0)
    .sort((a, b) => compareKeys(sort, a.key, b.key));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    hits: page.map(({ key, version }) => ({ id: String(key.id), version })),
    total: found.length,
    facets: {
      ...presentFacets(everyFacet((name) => countFacet(matching, name))),
      brand: countBrands(matching, query),
    },
    nextCursor:
      last === undefined || page.length === rest.length ? null : writeCursor(sort, last.key),
    partial: scanned.length >= scanLimit,
    correctedQuery,
    dropped,
  };
};
