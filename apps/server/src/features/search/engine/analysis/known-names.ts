import type { Category } from '@izgodno/contract/deals/vocabulary';
import { knownLocations } from '#features/locations/api.ts';
import { kinds } from '../../kinds/kinds.ts';
import { brands } from '../../brands/brands.ts';
import { countryNames, locationsOfCountries } from './countries.ts';

/** A name that people search for. */
interface KnownName {
  readonly name: string;
  readonly of: 'product' | 'brand' | 'location';
  /** The kind of product; the first spelling of a brand; the name itself for a location. */
  readonly id: string;
  /** Of a product. */
  readonly category: Category | null;
  /** The one to show comes first: usual names of products, towns that people search for most. */
  readonly rank: number;
}

/** A name found from the beginning of one of its words. */
export interface FoundName extends KnownName {
  /** Whether it is the name's first word. */
  readonly isStart: boolean;
}

const products = kinds.flatMap(({ id, en, bg, category }): KnownName[] =>
  [bg, en].flatMap((names) =>
    names.map((name, rank) => ({ name, of: 'product' as const, id, category, rank })),
  ),
);

// „найк“ completes to the brand's own spelling.
const brandsKnown = brands.flatMap(({ names: [title = '', ...others] }): KnownName[] =>
  [title, ...others].map((name) => ({ name, of: 'brand', id: title, category: null, rank: 0 })),
);

const locationName = (name: string, rank: number): KnownName => ({
  name,
  of: 'location',
  id: name,
  category: null,
  rank,
});

const locations: readonly KnownName[] = [
  ...knownLocations.flatMap(({ kind, isCentre, bg, en }) =>
    kind === 'district' ? [] : [bg, en].map((name) => locationName(name, isCentre ? 0 : 2)),
  ),
  ...countryNames.flatMap((names) => names.map((name) => locationName(name, 1))),
  ...locationsOfCountries.flatMap(({ locations: inside }) =>
    inside.flat().map((name) => locationName(name, 1)),
  ),
];

interface Entry {
  /** The name from one of its words on, in lower case. */
  readonly key: string;
  readonly found: FoundName;
}

/** A part of the name in lower case from each of its words on. */
const entriesOf = (known: KnownName): Entry[] => {
  const lower = known.name.toLowerCase();
  return Array.from(lower.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu), ({ index }) => ({
    key: lower.slice(index),
    found: { ...known, isStart: index === 0 },
  }));
};

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const entries: readonly Entry[] = [...products, ...brandsKnown, ...locations]
  .flatMap(entriesOf)
  .sort((one, other) => compare(one.key, other.key));

/** The first entry that is not below a prefix. */
const firstFrom = (prefix: string): number => {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.key ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Names with a word that begins with the prefix, which is in lower case. */
export const namesWith = (prefix: string): readonly FoundName[] => {
  const found: FoundName[] = [];
  for (let at = firstFrom(prefix); entries[at]?.key.startsWith(prefix) === true; at += 1) {
    const entry = entries[at];
    if (entry !== undefined) found.push(entry.found);
  }
  return found;
};
