import type { Condition } from '@izgodno/contract/deals/vocabulary';
import type { Availability } from '#schema/deals.ts';

// Google's own spellings are included, so that most texts match unchanged.
const availabilities: ReadonlyMap<string, Availability> = new Map([
  ['in_stock', 'in_stock'],
  ['out_of_stock', 'out_of_stock'],
  ['instock', 'in_stock'],
  ['availablefororder', 'in_stock'],
  ['limitedavailability', 'in_stock'],
  ['вналичност', 'in_stock'],
  ['наличен', 'in_stock'],
  ['outofstock', 'out_of_stock'],
  ['soldout', 'out_of_stock'],
  ['discontinued', 'out_of_stock'],
  ['изчерпан', 'out_of_stock'],
  ['нямавналичност', 'out_of_stock'],
  ['preorder', 'preorder'],
  ['presale', 'preorder'],
  ['backorder', 'backorder'],
]);

const conditions: ReadonlyMap<string, Condition> = new Map([
  ['new', 'new'],
  ['нов', 'new'],
  ['refurbished', 'like_new'],
  ['реновиран', 'like_new'],
  ['used', 'good'],
  ['употребяван', 'good'],
]);

/** Normalises "in stock", "In_Stock" and "https://schema.org/InStock" to one key. */
const key = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]+/g, '');

/** In stock if the feed does not say; `null` for an unknown word. */
export const parseAvailability = (text: string | undefined): Availability | null =>
  text === undefined
    ? 'in_stock'
    : (availabilities.get(text) ?? availabilities.get(key(text)) ?? null);

/** New if the feed does not say; `null` for an unknown word. */
export const parseCondition = (text: string | undefined): Condition | null =>
  text === undefined
    ? 'new'
    : (conditions.get(text) ?? conditions.get(key(text).replace(/condition$/, '')) ?? null);
