import type { Understood } from '@izgodno/contract/search/understood';
import type { DealSearchPage } from '../deal-search.ts';
import { alwaysLeftOut, excludedBy, type Reading } from './reading.ts';
import type { Relaxed } from './relaxations.ts';

const inMajorUnits = (cents: number | null | undefined): number | undefined =>
  cents === null || cents === undefined ? undefined : cents / 100;

const wordLeftOut = (value: string): Relaxed => ({ name: 'word', value });

const presentFilters = ({ meaning, named }: Reading): Understood['filters'] => {
  const minPrice = inMajorUnits(meaning.price?.minPrice);
  const maxPrice = inMajorUnits(meaning.price?.maxPrice);
  return {
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
  };
};

/** What the response says of the reading that found a page. */
export const presentUnderstood = (
  reading: Reading,
  page: DealSearchPage,
  relaxed: readonly Relaxed[],
): Understood => {
  const { meaning, asTyped, parts, replaced, phrase } = reading;
  const isRespelt = page.correctedQuery !== null && page.dropped.length === 0;
  const leftOut = page.total === 0 ? [] : [...page.dropped, ...alwaysLeftOut(meaning)];
  return {
    words: [meaning.words, ...excludedBy(meaning)].join(' '),
    filters: presentFilters(reading),
    named: phrase === null ? [...parts] : [],
    replaced,
    ...(meaning.sort === null ? {} : { sort: meaning.sort }),
    ...(isRespelt && page.correctedQuery !== null ? { corrected: page.correctedQuery } : {}),
    relaxed: [...relaxed, ...leftOut.map(wordLeftOut)]
      .map((part) => (part.name === 'word' ? wordLeftOut(asTyped(part.value ?? '')) : part))
      .filter(({ value }) => value !== ''),
  };
};
