import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import {
  type DealListQuery,
  listDeals,
  listSimilarDeals,
  SIMILAR_DEALS_LIMIT,
  suggestDeals,
} from '@izgodno/contract/search/calls';
import { addCall, addEncodedCall } from '#platform/http/add-call.ts';
import { FOR_ANYBODY } from '#platform/http/cache-headers.ts';
import { invalidCursor, listOf } from '#platform/http/cursor-seal.ts';
import { CallError } from '#platform/http/errors.ts';
import { type DealReading, labelFacets, type Names } from '#features/deals/api.ts';
import { brandTitle } from './brands/brand-of.ts';
import { toDealQuery } from './deal-query.ts';
import { type DealQuery, type DealSearch, everyDeal, InvalidCursorError } from './deal-search.ts';
import type { WriteSearchId } from './log/register-search-log.ts';
import { createSuggestions } from './suggestions.ts';
import type { UnderstandingSearch, UnderstoodPage } from './understanding/understanding-search.ts';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';
import type { LocalisedName } from '@izgodno/contract/common/localised-name';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { SortOrder } from '@izgodno/contract/deals/vocabulary';

/** Responses of the calls that read deals, for pages preloaded with them. */
export interface DealResponses {
  /** The encoded response of GET /api/deals. */
  list(query: DealListQuery): Promise<Buffer>;
  /** The deal of GET /api/deals/:id. Throws `not_found`. */
  one(id: string): Promise<Deal>;
  /** The deal that replaces a removed one; undefined if there is none. */
  successor(id: string): Promise<string | undefined>;
  /** Deals by their ids, in that order; those that were deleted are left out. */
  many(ids: readonly number[]): Promise<readonly Deal[]>;
  /** The first deals of a search by words. */
  find(this: void, text: string, sort: SortOrder, limit: number): Promise<readonly Deal[]>;
}

/** The number of words of a title that name the product; sizes, colours and praise follow. */
const SIGNIFICANT_TERMS = 3;

/** The title's first words, after the brand if the title does not begin with it. */
const significantTerms = (deal: Deal): readonly string[] => {
  const words: readonly string[] = deal.title.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const brand = deal.brand?.match(/[\p{L}\p{N}]{2,}/gu)?.[0];
  const named = brand !== undefined && words.includes(brand) ? [brand, ...words] : words;
  return [...new Set(named)].slice(0, SIGNIFICANT_TERMS);
};

const alike = (deal: Deal, text: string): DealQuery => ({
  ...everyDeal,
  category: [deal.category],
  text,
  // A title says what a deal is, and asks for nothing.
  raw: true,
  sort: text === '' ? 'newest' : 'relevance',
});

/** From the narrowest query to the widest: fewer and fewer words, finally the category alone. */
const questionsAbout = (deal: Deal): readonly DealQuery[] => {
  const words = significantTerms(deal);
  return [...words, ''].map((_, dropped) =>
    alike(deal, words.slice(0, words.length - dropped).join(' ')),
  );
};

/** Ids of active deals like a deal, the most alike first. */
const findSimilar = async (search: DealSearch, deal: Deal): Promise<readonly number[]> => {
  const found = new Set<string>();
  for (const question of questionsAbout(deal)) {
    const page = await search.search(question, SIMILAR_DEALS_LIMIT + 1, null);
    for (const { id } of page.hits) if (id !== deal.id) found.add(id);
    if (found.size >= SIMILAR_DEALS_LIMIT) break;
  }
  return [...found].slice(0, SIMILAR_DEALS_LIMIT).map(Number);
};

/** Compiled, because its facets have a hundred parts; input and output types are the same. */
const frameSchema = z.compile(z.omit(dealPageSchema, { items: true }));

/** A page of deals without the deals. */
type DealPageFrame = z.input<typeof frameSchema>;

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/** The JSON of a page with already encoded deals. */
const encodeDealPage = (frame: DealPageFrame, deals: readonly Buffer[]): Buffer => {
  const head = JSON.stringify(expectShape(frameSchema, frame)).slice(0, -1);
  const items = deals.flatMap((deal, index) => (index === 0 ? [deal] : [COMMA, deal]));
  return Buffer.concat([Buffer.from(`${head},"items":[`), ...items, END]);
};

export interface SearchDependencies {
  readonly search: UnderstandingSearch;
  readonly deals: DealReading;
  readonly writeSearchId: WriteSearchId;
}

const rejectCursor = (error: unknown): never => {
  throw error instanceof InvalidCursorError ? invalidCursor(error) : error;
};

/** The names of the sources, brands and locations of a search that its facets do not name. */
const namesOfUnlisted = (
  { source, location, brand }: DealListQuery,
  { facets, understood }: UnderstoodPage,
  { sources, locations }: Names,
): Readonly<Record<string, LocalisedName>> => {
  const locationIds = [
    ...location,
    ...(understood?.filters.location ?? []),
    ...(understood?.relaxed.flatMap(({ name, value, to }) =>
      name === 'location' ? [value, to] : [],
    ) ?? []),
  ];
  if (source.length + brand.length + locationIds.length === 0) return {};
  const listed = new Set(
    [...facets.source, ...facets.brand, ...facets.location].map(({ value }) => value),
  );
  const named = [
    ...source.map((id) => {
      const found = sources.get(id);
      return [id, found && (found.names ?? { bg: found.name, en: found.name })] as const;
    }),
    ...brand.map((id) => [id, { bg: brandTitle(id), en: brandTitle(id) }] as const),
    ...locationIds.map((id = '') => [id, locations.get(id)] as const),
  ];
  return Object.fromEntries(
    named.flatMap(([id, name]) => (name === undefined || listed.has(id) ? [] : [[id, name]])),
  );
};

/** Whether a search asks for all deals of sources, and for nothing else. */
const isOfSources = ({ source, ...rest }: DealQuery): boolean => {
  const { sort, brands, raw } = everyDeal;
  return (
    source.length > 0 && isDeepStrictEqual({ ...rest, source: [], sort, brands, raw }, everyDeal)
  );
};

/** Registers the calls that search deals. Returns their responses for other features. */
export const registerSearch = (
  app: FastifyInstance,
  { search, deals, writeSearchId }: SearchDependencies,
): DealResponses => {
  const { dealLookup, reader, names } = deals;
  const responses: DealResponses = {
    async list(query) {
      const asked = toDealQuery(query);
      const page = await search
        .search(asked, query.limit, query.cursor ?? null, query.currency)
        .catch(rejectCursor);
      const isEmptied = page.total === 0 && !page.partial && isOfSources(asked);
      const [found, known, elsewhere] = await Promise.all([
        reader.read(page.hits),
        names.read([...page.facets.source.map(({ value }) => value), ...query.source]),
        isEmptied ? deals.countRepresented(query.source) : 0,
      ]);
      const unlisted = namesOfUnlisted(query, page, known);
      const searchId = writeSearchId(query, page);
      return encodeDealPage(
        {
          success: true,
          total: page.total,
          facets: labelFacets(page.facets, known),
          nextCursor:
            page.nextCursor === null
              ? null
              : app.cursorSeal.seal(listOf(listDeals, undefined), page.nextCursor),
          ...(page.partial ? { partial: true } : {}),
          ...(page.correctedQuery === null ? {} : { correctedQuery: page.correctedQuery }),
          ...(page.understood === null ? {} : { understood: page.understood }),
          ...(Object.keys(unlisted).length === 0 ? {} : { names: unlisted }),
          ...(elsewhere === 0 ? {} : { elsewhere }),
          ...(searchId === null ? {} : { searchId }),
        },
        found,
      );
    },
    one: (id) => deals.readOne(id),
    successor: (id) => deals.findSuccessor(id),
    many: (ids) => dealLookup.read(ids),
    async find(text, sort, limit) {
      const { hits } = await search.search({ ...everyDeal, text, sort }, limit, null);
      return dealLookup.read(hits.map(({ id }) => Number(id)));
    },
  };

  // By far the most frequent call, so its deals are encoded once per version, not per response.
  addEncodedCall(app, listDeals, async ({ query, reply }) => {
    const page = await responses.list(query);
    void reply.header('Cache-Control', FOR_ANYBODY);
    return page;
  });

  const suggest = createSuggestions(search, dealLookup);
  addCall(app, suggestDeals, ({ query }) => suggest(query.q));

  addCall(app, listSimilarDeals, async ({ params }) => {
    const [deal] = await dealLookup.read([Number(params.id)]);
    if (deal === undefined) throw new CallError('not_found');
    return { items: await dealLookup.read(await findSimilar(search, deal)) };
  });

  return responses;
};
