import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { bucketNames, everyFacet, type CountedFacet } from '@izgodno/contract/deals/facets';
import type { DealQuery, DealSearchPage } from '../../deal-search.ts';
import { excludedClauses } from '../analysis/excluded.ts';
import { interpret } from '../analysis/query.ts';
import type { Clause, ParsedQuery, Vocabulary } from '../analysis/types.ts';
import { presentBrands, presentFacets, type FacetCounts } from '../facets.ts';
import { effectiveSort, freshFrom, readCursor, writeCursor, type SortKey } from '../ordering.ts';
import { warningOf, type TablesServer } from './connection.ts';
import type { LiveWords } from './live-words.ts';
import {
  anyStatement,
  brandStatement,
  facetStatements,
  newestStatement,
  pageStatement,
  totalStatement,
  type SearchedTable,
} from './statements.ts';

const hitSchema = z.array(
  z.object({ id: z.int(), version: z.int(), posted_at: z.int(), rank_key: z.int() }),
);
const countSchema = z.array(z.object({ c: z.int() }));
const facetSchema = z.array(z.object({ v: z.union([z.string(), z.int()]), c: z.int() }));
const brandSchema = z.array(z.object({ slug: z.string(), name: z.string(), c: z.int() }));
const newestSchema = z.array(z.object({ posted_at: z.int() }));
/** The tables of one generation, and the words in them. */
export interface SearchedGeneration {
  readonly server: TablesServer;
  readonly table: string;
  readonly words: LiveWords;
}

export interface TablesPage extends DealSearchPage {
  /** Which shards did not answer, as the server says it; null if all did. */
  readonly warning: string | null;
}

/** How many deals a table has, and which shards did not answer. */
export const examineTables = async (
  server: TablesServer,
  table: string,
): Promise<{ readonly size: number; readonly warning: string | null }> => {
  const [rows, meta] = await server.query([`SELECT COUNT(*) AS c FROM ${table}`, 'SHOW META']);
  return { size: expectShape(countSchema, rows)[0]?.c ?? 0, warning: warningOf(meta) };
};

interface PageRequest {
  readonly query: DealQuery;
  readonly limit: number;
  readonly after: SortKey | null;
}

const countsOf = (rows: unknown, name: CountedFacet): FacetCounts =>
  new Map(
    expectShape(facetSchema, rows).map(({ v, c }) => [
      name === 'price' ? (bucketNames[Number(v)] ?? String(v)) : String(v),
      c,
    ]),
  );

const facetNames: readonly CountedFacet[] = Object.values(everyFacet((name) => name));

/** Reads the results of the statements of a search, in their order. */
const readPage = (
  { query, limit }: PageRequest,
  words: ParsedQuery,
  results: readonly unknown[],
): { readonly page: TablesPage; readonly isAnyFound: boolean } => {
  const [hitRows, totalRows, anyRows, ...rest] = results;
  const found = expectShape(hitSchema, hitRows);
  const hits = found.slice(0, limit);
  const last = hits.at(-1);
  const counts = everyFacet((name) => countsOf(rest[facetNames.indexOf(name)], name));
  const warning = warningOf(results.at(-1));
  const brands =
    rest.length === facetNames.length + 1
      ? []
      : expectShape(brandSchema, rest[facetNames.length]).map(({ slug, name, c }) => ({
          slug,
          name,
          count: c,
        }));
  const page: TablesPage = {
    hits: hits.map(({ id, version }) => ({ id: String(id), version })),
    total: expectShape(countSchema, totalRows)[0]?.c ?? 0,
    facets: { ...presentFacets(counts), brand: presentBrands(query, brands) },
    nextCursor:
      last === undefined || found.length === hits.length
        ? null
        : writeCursor(effectiveSort(query), {
            primary: last.rank_key,
            postedAt: last.posted_at,
            id: last.id,
          }),
    partial: warning !== null,
    correctedQuery: words.correctedText,
    dropped: words.dropped,
    warning,
  };
  return { page, isAnyFound: expectShape(z.array(z.unknown()), anyRows).length > 0 };
};

interface Interpretation {
  readonly words: ParsedQuery;
  readonly excluded: readonly Clause[];
}

const searchInterpretation = async (
  { server, table }: SearchedGeneration,
  asked: PageRequest,
  { words, excluded }: Interpretation,
  newest: number,
): Promise<ReturnType<typeof readPage>> => {
  const searched: SearchedTable = { table, query: asked.query, words, excluded };
  const order = {
    sort: effectiveSort(asked.query),
    after: asked.after,
    limit: asked.limit,
    freshFrom: freshFrom(newest),
  };
  const brand = brandStatement(searched);
  const results = await server.query([
    pageStatement(searched, order),
    totalStatement(searched),
    anyStatement(searched),
    ...Object.values(facetStatements(searched)),
    ...(brand === null ? [] : [brand]),
    'SHOW META',
  ]);
  return readPage(asked, words, results);
};

const nthInterpretation = (
  { text, raw, without }: DealQuery,
  index: number,
  vocabulary: Vocabulary,
): Interpretation | null => {
  let at = 0;
  for (const words of interpret(text, raw, vocabulary)) {
    if (at === index) return { words, excluded: excludedClauses(without, words, vocabulary) };
    at += 1;
  }
  return null;
};

const readNewest = async ({ server, table }: SearchedGeneration): Promise<number> => {
  const [rows] = await server.query([newestStatement(table)]);
  return expectShape(newestSchema, rows)[0]?.posted_at ?? 0;
};

/**
 * Searches the tables: the deals of the first interpretation of the words that deals match, in one round trip for
 * each interpretation. Orders, totals and counts are those of the index.
 */
export const searchTables = async (
  tables: SearchedGeneration,
  query: DealQuery,
  limit: number,
  cursor: string | null,
): Promise<TablesPage> => {
  const sort = effectiveSort(query);
  const asked = { query, limit, after: readCursor(sort, cursor) };
  const newest = sort === 'relevance' ? await readNewest(tables) : 0;
  let typed: TablesPage | null = null;
  for (let index = 0; ; index += 1) {
    const interpretation = await tables.words.resolve((vocabulary) =>
      nthInterpretation(query, index, vocabulary),
    );
    if (interpretation === null) break;
    const { page, isAnyFound } = await searchInterpretation(tables, asked, interpretation, newest);
    if (page.total > 0 || isAnyFound) return page;
    typed ??= page;
  }
  if (typed === null) throw new Error('Every query has an interpretation.');
  return { ...typed, correctedQuery: null, dropped: [] };
};
