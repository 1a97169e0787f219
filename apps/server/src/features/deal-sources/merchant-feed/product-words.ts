import type { Condition } from '@izgodno/contract/deals/vocabulary';
import type { Availability } from '#platform/database/schema.ts';

// Google's own spellings stand beside the keys, so that most texts are found as they are.
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

/** "in stock", "In_Stock" and "https://schema.org/InStock" are one word. */
const key = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]+/g, '');

/** A feed need not say; then it offers what it lists. `null` for a word nobody knows. */
export const parseAvailability = (text: string | undefined): Availability | null =>
  text === undefined
    ? 'in_stock'
    : (availabilities.get(text) ?? availabilities.get(key(text)) ?? null);

/** New unless the feed says otherwise; `null` for a word nobody knows. */
export const parseCondition = (text: string | undefined): Condition | null =>
  text === undefined
    ? 'new'
    : (conditions.get(text) ?? conditions.get(key(text).replace(/condition$/, '')) ?? null);
