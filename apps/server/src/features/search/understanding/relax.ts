import type { Currency } from '@izgodno/contract/common/money';
import type { Understood } from '@izgodno/contract/search/understood';
import type { DealQuery, DealSearch, DealSearchPage } from '../deal-search.ts';
import { widerLocation } from './locations.ts';
import { understand, type Understanding } from './understand.ts';

/** A page with what was made of the query's text; null if it was searched as it is. */
export interface UnderstoodPage extends DealSearchPage {
  readonly understood: Understood | null;
}

export interface UnderstandingSearch extends DealSearch {
  search(
    query: DealQuery,
    limit: number,
    cursor: string | null,
    currency?: Currency,
  ): Promise<UnderstoodPage>;
  /** The page of `search` if nothing has to be relaxed for it, else an empty one. */
  searchExactly(query: DealQuery, limit: number): Promise<DealSearchPage>;
}

type Relaxed = Understood['relaxed'][number];

/** A query with the understood parts that no explicit filter or order takes the place of. */
interface Reading {
  readonly query: DealQuery;
  readonly meaning: Understanding;
}

/** The understood parts that apply: an explicit filter takes the place of an understood one. */
const effective = (query: DealQuery, meaning: Understanding): Understanding => ({
  ...meaning,
  price: query.minPrice === null && query.maxPrice === null ? meaning.price : null,
  condition: query.condition.length === 0 ? meaning.condition : [],
  location: query.location.length === 0 ? meaning.location : null,
  inStock: !query.inStock && meaning.inStock,
  discount: query.minDiscount === null ? meaning.discount : null,
});

const apply = (query: DealQuery, meaning: Understanding): DealQuery => ({
  ...query,
  ...meaning.price,
  text: meaning.words,
  condition: meaning.condition.length === 0 ? query.condition : meaning.condition,
  location: meaning.location === null ? query.location : [meaning.location],
  inStock: query.inStock || meaning.inStock,
  minDiscount: meaning.discount?.least ?? query.minDiscount,
});

/** The query with what is understood of its text as filters. */
export const understandQuery = (query: DealQuery): DealQuery =>
  query.raw ? query : apply(query, effective(query, understand(query.text, 'EUR')));

/** How far beyond the asked price the nearest deals may be. */
const NEAR_PRICE = 1.5;

interface Relaxation {
  readonly meaning: Understanding;
  readonly relaxed: readonly Relaxed[];
}

const widerLocations = ({ location, ...meaning }: Understanding): readonly Relaxation[] => {
  if (location === null) return [];
  const wider = widerLocation(location);
  return [
    ...(wider === null
      ? []
      : [
          {
            meaning: { ...meaning, location: wider },
            relaxed: [{ name: 'location', value: location, to: wider }] as const,
          },
        ]),
    { meaning: { ...meaning, location: null }, relaxed: [{ name: 'location', value: location }] },
  ];
};

const nearerPrices = ({ price, ...meaning }: Understanding): readonly Relaxation[] => {
  if (price === null) return [];
  const relaxed = [{ name: 'price' }] as const;
  const { minPrice, maxPrice } = price;
  const near = {
    minPrice: minPrice === null ? null : Math.floor(minPrice / NEAR_PRICE),
    maxPrice: maxPrice === null ? null : Math.ceil(maxPrice * NEAR_PRICE),
  };
  return [
    { meaning: { ...meaning, price: near }, relaxed },
    // The nearest come first: the cheapest above a limit, the dearest below one.
    {
      meaning: { ...meaning, price: null, sort: maxPrice === null ? 'price_desc' : 'price_asc' },
      relaxed,
    },
  ];
};

const withoutDiscount = ({ discount }: Understanding): readonly Relaxed[] =>
  discount === null ? [] : [{ name: 'word', value: discount.words }];

/** Each understood condition wider or left out, one at a time; finally all of them. */
const relaxations = (meaning: Understanding): readonly Relaxation[] => {
  const single: readonly Relaxation[] = [
    ...(meaning.inStock
      ? [{ meaning: { ...meaning, inStock: false }, relaxed: [{ name: 'inStock' }] as const }]
      : []),
    ...widerLocations(meaning),
    ...nearerPrices(meaning),
    ...(meaning.condition.length === 0
      ? []
      : [{ meaning: { ...meaning, condition: [] }, relaxed: [{ name: 'condition' }] as const }]),
    ...(meaning.discount === null
      ? []
      : [{ meaning: { ...meaning, discount: null }, relaxed: withoutDiscount(meaning) }]),
  ];
  if (single.length === 0) return [];
  const all: Relaxation = {
    meaning: {
      ...meaning,
      price: null,
      condition: [],
      location: null,
      inStock: false,
      discount: null,
    },
    relaxed: [
      ...(meaning.location === null
        ? []
        : [{ name: 'location', value: meaning.location } as const]),
      ...(meaning.price === null ? [] : [{ name: 'price' } as const]),
      ...(meaning.condition.length === 0 ? [] : [{ name: 'condition' } as const]),
      ...withoutDiscount(meaning),
    ],
  };
  return [...single, all];
};

const inMajorUnits = (cents: number | null | undefined): number | undefined =>
  cents === null || cents === undefined ? undefined : cents / 100;

const present = (
  meaning: Understanding,
  page: DealSearchPage,
  relaxed: readonly Relaxed[],
): Understood => {
  const minPrice = inMajorUnits(meaning.price?.minPrice);
  const maxPrice = inMajorUnits(meaning.price?.maxPrice);
  const isRespelt = page.correctedQuery !== null && page.dropped.length === 0;
  return {
    words: meaning.words,
    filters: {
      ...(meaning.condition.length === 0 ? {} : { condition: [...meaning.condition] }),
      ...(meaning.location === null ? {} : { location: [meaning.location] }),
      ...(minPrice === undefined ? {} : { minPrice }),
      ...(maxPrice === undefined ? {} : { maxPrice }),
      ...(meaning.inStock ? { inStock: true as const } : {}),
      ...(meaning.discount === null ? {} : { minDiscount: meaning.discount.least }),
    },
    ...(meaning.sort === null ? {} : { sort: meaning.sort }),
    ...(isRespelt && page.correctedQuery !== null ? { corrected: page.correctedQuery } : {}),
    relaxed: [...relaxed, ...page.dropped.map((value) => ({ name: 'word' as const, value }))],
  };
};

/**
 * Searches that read prices, places, conditions and orders from the words. If no deal meets all
 * that was understood, the first looser reading with deals is the answer, and says what it left out.
 */
export const withUnderstanding = (search: DealSearch): UnderstandingSearch => {
  const ask = (
    { query, meaning }: Reading,
    limit: number,
    cursor: string | null,
    isSorted: boolean,
  ): Promise<DealSearchPage> => {
    const applied = apply(query, meaning);
    const sort = isSorted ? applied.sort : (meaning.sort ?? applied.sort);
    return search.search({ ...applied, sort }, limit, cursor);
  };
  return {
    suggest: (text, limit) => search.suggest(text, limit),
    searchExactly: (query, limit) =>
      ask({ query, meaning: effective(query, understand(query.text, 'EUR')) }, limit, null, false),
    async search(query, limit, cursor, currency = 'EUR') {
      if (query.raw || query.text.trim() === '') {
        return { ...(await search.search(query, limit, cursor)), understood: null };
      }
      // An order that was chosen takes the place of an understood one.
      const isSorted = query.sort !== 'relevance';
      const meaning = effective(query, understand(query.text, currency));
      const page = await ask({ query, meaning }, limit, cursor, isSorted);
      if (page.total > 0) return { ...page, understood: present(meaning, page, []) };
      for (const { meaning: looser, relaxed } of relaxations(meaning)) {
        const found = await ask({ query, meaning: looser }, limit, cursor, isSorted);
        if (found.total > 0) return { ...found, understood: present(looser, found, relaxed) };
      }
      return { ...page, understood: present(meaning, page, []) };
    },
  };
};
