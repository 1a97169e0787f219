import type { Currency } from '@izgodno/contract/common/money';
import { roomCounts } from '@izgodno/contract/deals/vocabulary';
import type { NamedPart, Understood } from '@izgodno/contract/search/understood';
import type { DealQuery, DealSearch, DealSearchPage } from '../deal-search.ts';
import { hasWords, type QueryUnit } from '../engine/analysis/query-syntax.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { numberWords } from '../engine/analysis/title-kinds.ts';
import { unitsOfText } from '../engine/analysis/significant-units.ts';
import { effectiveSort, isOfOrder, readCursor } from '../engine/ordering.ts';
import { remember } from '../remember.ts';
import { ANY_DISCOUNT } from './discounts.ts';
import { widerLocation } from './locations.ts';
import { readNamedParts } from './named-parts.ts';
import { understandText, type Understanding } from './understand.ts';
import { wordsIn } from './unread-text.ts';

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

// The suggestions after each key are read again after the next one.
const understoodIn = {
  EUR: remember((text) => understandText(text, 'EUR')),
  BGN: remember((text) => understandText(text, 'BGN')),
} as const satisfies Record<Currency, unknown>;
const namedPartsOf = remember(readNamedParts);

/** A query with the understood parts that no explicit filter or order takes the place of. */
interface Reading {
  readonly query: DealQuery;
  readonly meaning: Understanding;
  /** A part of the meaning as it is typed. */
  readonly asTyped: (part: string) => string;
  /** The filters that the words name beside; none once they are left out. */
  readonly named: NamedFilters;
  readonly replaced: Understood['replaced'];
  /** The words that are searched side by side as they are, so that no product is read from them. */
  readonly phrase: string | null;
}

/** The understood parts that apply: an explicit filter takes the place of an understood one. */
const effective = (query: DealQuery, meaning: Understanding): Understanding => ({
  ...meaning,
  price: query.minPrice === null && query.maxPrice === null ? meaning.price : null,
  condition: query.condition.length === 0 ? meaning.condition : [],
  location: query.location.length === 0 ? meaning.location : null,
  inStock: !query.inStock && meaning.inStock,
  freeDelivery: query.freeDelivery ? null : meaning.freeDelivery,
  discount: query.minDiscount === null ? meaning.discount : null,
  offer: query.offer.length === 0 ? meaning.offer : null,
  area: query.area.length === 0 ? meaning.area : null,
});

/** The understood parts that an explicit filter takes the place of. */
const replacedParts = (typed: Understanding, applied: Understanding): Understood['replaced'] => [
  ...(typed.price === applied.price ? [] : (['minPrice', 'maxPrice'] as const)),
  ...(typed.condition.length === applied.condition.length ? [] : (['condition'] as const)),
  ...(typed.location === applied.location ? [] : (['location'] as const)),
  ...(typed.offer === applied.offer ? [] : (['offer'] as const)),
  ...(typed.area === applied.area ? [] : (['area'] as const)),
  ...(typed.discount === applied.discount ? [] : (['minDiscount'] as const)),
];

/** The words to exclude; none if no other words are left. */
const excludedBy = ({ words, unwanted }: Understanding): readonly string[] =>
  hasWords(words) ? unwanted : [];

const apply = (query: DealQuery, meaning: Understanding): DealQuery => ({
  ...query,
  ...meaning.price,
  text: meaning.words,
  without: [...query.without, ...excludedBy(meaning).map((part) => part.replace(/^-/u, ''))],
  condition: meaning.condition.length === 0 ? query.condition : meaning.condition,
  location: meaning.location === null ? query.location : [meaning.location],
  inStock: query.inStock || meaning.inStock,
  freeDelivery: query.freeDelivery || meaning.freeDelivery !== null,
  minDiscount: meaning.discount?.least ?? query.minDiscount,
  offer: meaning.offer === null ? query.offer : [meaning.offer.value],
  area: meaning.area?.values ?? query.area,
});

/** Filters that only narrow, because the words that name them stay. */
type NamedFilters = Partial<Pick<DealQuery, 'brand' | 'rooms'>>;

const valuesOf = (parts: readonly NamedPart[], named: NamedPart['name']): readonly string[] => [
  ...new Set(
    parts.flatMap(({ name, value }) => (name === named && value !== undefined ? [value] : [])),
  ),
];

/** The filters that parts of the words name, unless one is given. */
const namedFilters = (query: DealQuery, parts: readonly NamedPart[]): NamedFilters => {
  const brand = query.brand.length > 0 ? [] : valuesOf(parts, 'brand');
  const values = query.rooms.length > 0 ? [] : valuesOf(parts, 'rooms');
  const rooms = roomCounts.filter((count) => values.includes(count));
  return { ...(brand.length === 0 ? {} : { brand }), ...(rooms.length === 0 ? {} : { rooms }) };
};

/**
 * The query with what is understood of its text as filters, without those that only narrow: the words
 * find no less.
 */
export const understandQuery = (query: DealQuery): DealQuery =>
  query.raw ? query : apply(query, effective(query, understoodIn.EUR(query.text).meaning));

/** How far beyond the asked price the nearest deals may be. */
const NEAR_PRICE = 1.5;

interface Relaxation {
  readonly meaning: Understanding;
  readonly relaxed: readonly Relaxed[];
}

/** A condition that is asked for. */
interface Condition {
  /** Looser readings that keep some of it, the nearest first. */
  readonly looser?: readonly Relaxation[];
  /** What leaves it out. */
  readonly without: Partial<Understanding>;
  /** What is said then. */
  readonly relaxed: readonly Relaxed[];
}

const locationOf = (meaning: Understanding): readonly Condition[] => {
  const { location } = meaning;
  if (location === null) return [];
  const to = widerLocation(location);
  const looser: readonly Relaxation[] =
    to === null
      ? []
      : [
          {
            meaning: { ...meaning, location: to },
            relaxed: [{ name: 'location', value: location, to }],
          },
        ];
  return [
    { looser, without: { location: null }, relaxed: [{ name: 'location', value: location }] },
  ];
};

const priceOf = (meaning: Understanding): readonly Condition[] => {
  const { price } = meaning;
  if (price === null) return [];
  const { minPrice, maxPrice } = price;
  const near = {
    minPrice: minPrice === null ? null : Math.floor(minPrice / NEAR_PRICE),
    maxPrice: maxPrice === null ? null : Math.ceil(maxPrice * NEAR_PRICE),
  };
  const relaxed = [{ name: 'price' }] as const;
  const isRange = minPrice !== null && maxPrice !== null;
  // The nearest come first: the cheapest above a limit, the dearest below one.
  const belowRange = { price: { minPrice: null, maxPrice }, sort: 'price_desc' } as const;
  return [
    {
      looser: [
        { meaning: { ...meaning, price: near }, relaxed },
        ...(isRange ? [{ meaning: { ...meaning, ...belowRange }, relaxed }] : []),
      ],
      without: { price: null, sort: maxPrice === null ? 'price_desc' : 'price_asc' },
      relaxed,
    },
  ];
};

/** A part of what is asked for is nearer than none: any discount, if none is as large. */
const discountOf = (meaning: Understanding): readonly Condition[] => {
  const { discount } = meaning;
  if (discount === null) return [];
  const relaxed = [{ name: 'word', value: discount.words }] as const;
  const any = { meaning: { ...meaning, discount: { ...discount, least: ANY_DISCOUNT } }, relaxed };
  const looser = discount.least > ANY_DISCOUNT ? [any] : [];
  return [{ looser, without: { discount: null }, relaxed }];
};

/** A condition that the answer names as typed. */
const worded = (
  words: string | null | undefined,
  without: Partial<Understanding>,
): readonly Condition[] =>
  typeof words === 'string' ? [{ without, relaxed: [{ name: 'word', value: words }] }] : [];

/** Not every source says what is let: the words may, and if no deal has them, they are left out as words. */
const withoutOffer = ({ words, offer }: Understanding): Partial<Understanding> =>
  offer === null ? {} : { offer: null, words: `${words} ${offer.words}`.trim() };

const conditionsOf = (meaning: Understanding): readonly Condition[] => [
  ...(meaning.inStock
    ? [{ without: { inStock: false }, relaxed: [{ name: 'inStock' }] } as const]
    : []),
  ...locationOf(meaning),
  ...priceOf(meaning),
  ...(meaning.condition.length === 0
    ? []
    : [{ without: { condition: [] }, relaxed: [{ name: 'condition' }] } as const]),
  ...worded(meaning.freeDelivery, { freeDelivery: null }),
  ...discountOf(meaning),
  ...worded(meaning.area?.words, { area: null }),
  ...(meaning.offer === null ? [] : [{ without: withoutOffer(meaning), relaxed: [] }]),
  ...(excludedBy(meaning).length === 0 ? [] : [withoutExclusions(meaning)]),
];

const noConditions = {
  price: null,
  condition: [],
  location: null,
  inStock: false,
  freeDelivery: null,
  discount: null,
  offer: null,
  area: null,
  unwanted: [],
} as const satisfies Partial<Understanding>;

const withoutExclusions = (meaning: Understanding): Condition => ({
  without: { unwanted: [] },
  relaxed: excludedBy(meaning).map((value) => ({ name: 'word', value })),
});

/** Each understood condition looser or left out, one at a time; finally all of them. */
const relaxations = (meaning: Understanding): readonly Relaxation[] => {
  const conditions = conditionsOf(meaning);
  const single = conditions.flatMap(({ looser = [], without, relaxed }) => [
    ...looser,
    { meaning: { ...meaning, ...without }, relaxed },
  ]);
  if (conditions.length < 2) return single;
  const all: Relaxation = {
    meaning: { ...meaning, ...noConditions, ...withoutOffer(meaning) },
    relaxed: conditions.flatMap(({ relaxed }) => relaxed),
  };
  return [...single, all];
};

const inMajorUnits = (cents: number | null | undefined): number | undefined =>
  cents === null || cents === undefined ? undefined : cents / 100;

/** What no answer is searched for: what deals must not have beside no words, and the mileage. */
const alwaysLeftOut = (meaning: Understanding): readonly string[] => [
  ...(excludedBy(meaning).length === 0 ? meaning.unwanted : []),
  ...(meaning.mileage === null ? [] : [meaning.mileage]),
];

/** The same for a query, as it is typed. */
export const leftOutOf = ({ raw, text }: DealQuery): readonly string[] => {
  if (raw) return [];
  const { meaning, asTyped } = understoodIn.EUR(text);
  return alwaysLeftOut(meaning).map(asTyped);
};

const wordLeftOut = (value: string): Relaxed => ({ name: 'word', value });

const present = (
  { meaning, asTyped, named, replaced, phrase }: Reading,
  parts: readonly NamedPart[],
  page: DealSearchPage,
  relaxed: readonly Relaxed[],
): Understood => {
  const minPrice = inMajorUnits(meaning.price?.minPrice);
  const maxPrice = inMajorUnits(meaning.price?.maxPrice);
  const isRespelt = page.correctedQuery !== null && page.dropped.length === 0;
  const excluded = excludedBy(meaning);
  const leftOut = page.total === 0 ? [] : [...page.dropped, ...alwaysLeftOut(meaning)];
  return {
    words: [meaning.words, ...excluded].join(' '),
    filters: {
      ...(named.brand === undefined ? {} : { brand: [...named.brand] }),
      ...(named.rooms === undefined ? {} : { rooms: [...named.rooms] }),
      ...(meaning.condition.length === 0 ? {} : { condition: [...meaning.condition] }),
      ...(meaning.location === null ? {} : { location: [meaning.location] }),
      ...(minPrice === undefined ? {} : { minPrice }),
      ...(maxPrice === undefined ? {} : { maxPrice }),
      ...(meaning.inStock ? { inStock: true as const } : {}),
      ...(meaning.freeDelivery === null ? {} : { freeDelivery: true as const }),
      ...(meaning.discount === null ? {} : { minDiscount: meaning.discount.least }),
      ...(meaning.offer === null ? {} : { offer: [meaning.offer.value] }),
      ...(meaning.area === null ? {} : { area: [...meaning.area.values] }),
    },
    named: phrase === null ? [...parts] : [],
    replaced,
    ...(meaning.sort === null ? {} : { sort: meaning.sort }),
    ...(isRespelt && page.correctedQuery !== null ? { corrected: page.correctedQuery } : {}),
    relaxed: [...relaxed, ...leftOut.map(wordLeftOut)]
      .map((part) => (part.name === 'word' ? wordLeftOut(asTyped(part.value ?? '')) : part))
      .filter(({ value }) => value !== ''),
  };
};

const read = (query: DealQuery, currency: Currency) => {
  const { meaning: typed, asTyped } = understoodIn[currency](query.text);
  const meaning = effective(query, typed);
  const replaced = replacedParts(typed, meaning);
  const parts = namedPartsOf(meaning.words);
  const named = namedFilters(query, parts);
  return { parts, reading: { query, meaning, asTyped, named, replaced, phrase: null } };
};

/** Makes the search of a reading. */
type Ask = (reading: Reading) => Promise<DealSearchPage>;

interface Result {
  readonly reading: Reading;
  readonly page: DealSearchPage;
}

const isExact = ({ total, dropped }: DealSearchPage): boolean => total > 0 && dropped.length === 0;

/** Asks with the filters that the words name beside; without them if no deal passes with all words. */
const askNarrowly = async (ask: Ask, reading: Reading): Promise<Result> => {
  const page = await ask(reading);
  if (isExact(page) || Object.keys(reading.named).length === 0) return { reading, page };
  const wider = { ...reading, named: {} };
  return { reading: wider, page: await ask(wider) };
};

const quotes = /["„“”«»]/gu;
const asPhrase = (words: string): string => `"${words.replaceAll(quotes, ' ')}"`;

const isMeasure = ({ lexemes }: QueryUnit): boolean => lexemes.every(({ unit }) => unit !== null);

/**
 * One name says nothing side by side: a deal that mentions a product is not that product. If there
 * are such products, nor does one with a measure: flights come with a „куфар 20 кг“.
 */
const isOneName = (words: string, isFound: boolean): boolean =>
  unitsOfText(words)
    .flat()
    .filter((unit) => !isFound || !isMeasure(unit)).length < 2;

const isCount = (word = ''): boolean => numberWords.has(word) || /^\d/u.test(word);

/** What is behind them is no more than a part, or a purpose: "with both caps". */
const joints: ReadonlySet<string> = new Set(['с', 'със', 'за', 'with', 'for']);

/**
 * The one product that words describe, at their end: „кабел“ of „usb-c кабел“, but not „бутилки“ of
 * „6 бутилки“.
 */
const lastProduct = (words: string): string | null => {
  const texts = wordsIn(words);
  const [name, ...others] = productNames(texts);
  if (name?.to !== texts.length || others.length > 0) return null;
  if (texts.slice(0, name.from).some((text) => joints.has(text))) return null;
  return isCount(texts[name.from - 1]) ? null : texts.slice(name.from).join(' ');
};

/** Whether no deal is that product: a text that has the words then says what something else comes with. */
const endsWithAbsentProduct = async (ask: Ask, reading: Reading): Promise<boolean> => {
  const words = lastProduct(reading.meaning.words);
  if (words === null) return false;
  return !isExact(await ask({ ...reading, meaning: { ...reading.meaning, words } }));
};

/** Asks for all that was typed, side by side and without conditions. Null if no deal has it. */
const askForWhole = async (ask: Ask, asked: Reading): Promise<Result | null> => {
  const { text } = asked.query;
  const meaning = { ...asked.meaning, ...noConditions, sort: null, words: text };
  const reading = { ...asked, named: {}, replaced: [], phrase: text, meaning };
  const page = await ask(reading);
  return page.total > 0 ? { reading, page } : null;
};

/**
 * Asks for the words as they are, side by side: what is left of them beside the conditions, then all.
 * If only the conditions exclude the deals with these words, the answer is empty and its reading is
 * literal. Null if no deal has the words. `isFound` says whether deals have less than was asked.
 */
const askLiterally = async (ask: Ask, asked: Reading, isFound: boolean): Promise<Result | null> => {
  const { query, meaning } = asked;
  const free = { ...meaning, ...noConditions, sort: null };
  const understood = { ...asked, named: {}, phrase: meaning.words };
  if (!isOneName(meaning.words, isFound)) {
    if (await endsWithAbsentProduct(ask, { ...asked, named: {}, meaning: free })) return null;
    const page = await ask(understood);
    const isExcluded = async (): Promise<boolean> =>
      conditionsOf(meaning).length > 0 && (await ask({ ...understood, meaning: free })).total > 0;
    if (page.total > 0 || (await isExcluded())) return { reading: understood, page };
  }
  // The whole text would look for the excluded words.
  const isWhole = meaning.words === query.text || excludedBy(meaning).length > 0;
  return isWhole || isOneName(query.text, isFound) ? null : askForWhole(ask, asked);
};

/** A pasted title has as many words, and few are longer. */
const WORDS_OF_TITLE = { least: 6, most: 12 } as const;

/**
 * A text without each of its words: those that are likely to be none of a title first, then the last
 * one.
 */
const withoutOneWord = (
  text: string,
  likely: readonly string[],
): readonly { phrase: string; left: string }[] => {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length < WORDS_OF_TITLE.least || words.length > WORDS_OF_TITLE.most) return [];
  const without = words.map((left, at) => ({ phrase: words.toSpliced(at, 1).join(' '), left }));
  return [...without.slice(-1), ...without.slice(0, -1)].toSorted(
    (one, other) => Number(likely.includes(other.left)) - Number(likely.includes(one.left)),
  );
};

/**
 * Asks for a title with one word too many: „Astra Motor 2017 бензин – първи собственик супер“.
 * `dropped` has the words that other deals lack.
 */
const askForTitle = async (
  ask: Ask,
  asked: Reading,
  { dropped }: DealSearchPage,
): Promise<Result | null> => {
  if (conditionsOf(asked.meaning).length > 0) return null;
  for (const { phrase, left } of withoutOneWord(asked.meaning.words, dropped)) {
    const reading = { ...asked, named: {}, phrase };
    const page = await ask(reading);
    if (page.total > 0) return { reading, page: { ...page, dropped: [left] } };
  }
  return null;
};

/** Whether „не“ or "not" says what is unwanted, which may be a title: „тениска Not Today“. */
const negates = ({ query, meaning }: Reading): boolean =>
  !meaning.unwanted.every((word) => query.text.toLowerCase().includes(word.toLowerCase()));

/** The exact result, before anything is left out; else the one of the understood words. */
const askExactly = async (ask: Ask, reading: Reading): Promise<Result> => {
  const title = negates(reading) ? await askForWhole(ask, reading) : null;
  if (title !== null) return title;
  const result = await askNarrowly(ask, reading);
  if (isExact(result.page)) return result;
  const literal = await askLiterally(ask, reading, result.page.total > 0);
  return literal ?? (await askForTitle(ask, reading, result.page)) ?? result;
};

/** What is searched for a reading. An order that was chosen takes the place of an understood one. */
const queryOf = ({ query, meaning, named, phrase }: Reading, isSorted: boolean): DealQuery => {
  const applied = { ...apply(query, meaning), ...named };
  const sort = isSorted ? applied.sort : (meaning.sort ?? applied.sort);
  const literal = phrase === null ? {} : { text: asPhrase(phrase), raw: true };
  return { ...applied, ...literal, sort };
};

/**
 * Searches that read prices, places, conditions and orders from the words. If no deal meets all
 * that was understood, the first looser reading with deals is the answer, and says what it left out.
 */
export const withUnderstanding = (search: DealSearch): UnderstandingSearch => {
  const asking =
    (limit: number, cursor: string | null, isSorted: boolean): Ask =>
    (reading) => {
      const asked = queryOf(reading, isSorted);
      // A cursor of another order is one of another reading: of this one, only the total decides.
      return search.search(asked, limit, isOfOrder(effectiveSort(asked), cursor) ? cursor : null);
    };
  return {
    suggest: (text, limit) => search.suggest(text, limit),
    async searchExactly(query, limit) {
      const { page } = await askExactly(asking(limit, null, false), read(query, 'EUR').reading);
      return page;
    },
    async search(query, limit, cursor, currency = 'EUR') {
      if (query.raw || query.text.trim() === '') {
        return { ...(await search.search(query, limit, cursor)), understood: null };
      }
      const isSorted = query.sort !== 'relevance';
      const ask = asking(limit, cursor, isSorted);
      const { parts, reading: asked } = read(query, currency);
      const understood = (reading: Reading, found: DealSearchPage, relaxed: readonly Relaxed[]) => {
        readCursor(effectiveSort(queryOf(reading, isSorted)), cursor);
        // A chosen filter excludes the deals for which words were corrected or left out.
        const page = found.total === 0 ? { ...found, correctedQuery: null } : found;
        return { ...page, understood: present(reading, parts, page, relaxed) };
      };
      const { reading, page } = await askExactly(ask, asked);
      if (page.total > 0) return understood(reading, page, []);
      for (const { meaning, relaxed } of relaxations(reading.meaning)) {
        const looser = { ...reading, meaning };
        const found = await ask(looser);
        if (found.total > 0) return understood(looser, found, relaxed);
      }
      return understood(reading, page, []);
    },
  };
};
