import fc from 'fast-check';
import {
  atLeastFilters,
  filters,
  flagFilters,
  type AtLeastName,
  type FlagName,
} from '@izgodno/contract/search/filters';
import type { SearchableDeal } from '../searchable-deal.ts';
import { everyByte } from './filter-columns.ts';

/** Deals with ids from 1 on, each with a version of its own. */
export const dealsTitled = (titles: readonly string[]): readonly SearchableDeal[] =>
  titles.map((title, at) => ({
    id: at + 1,
    version: 1_000 + at,
    title,
    description: 'A soft sofa for three',
    brandName: at % 2 === 0 ? null : 'Softy',
    brand: at % 2 === 0 ? null : 'softy',
    kind: null,
    tags: 'sofa',
    category: 'furniture',
    condition: 'new',
    source: 'shop',
    group: 'other',
    location: null,
    offer: null,
    rooms: null,
    area: null,
    price: at * 100,
    total: at * 100,
    ...everyByte(() => 0),
    inStock: true,
    popularity: 0,
    postedAt: 1_700_000_000_000_000 + at,
  }));

export const manyDeals = (count: number): readonly SearchableDeal[] =>
  dealsTitled(Array.from({ length: count }, (_, at) => `Sofa number ${at}`));

// The overload states the type, because TypeScript cannot derive it from a list of entries.
/** Random values of the filters without a facet: a step, the next value, or none. */
export function someLimits(): { readonly [Name in AtLeastName]: fc.Arbitrary<number | null> } & {
  readonly [Name in FlagName]: fc.Arbitrary<boolean>;
};
export function someLimits(): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  return Object.fromEntries([
    ...atLeastFilters.map((name) => {
      const steps = filters[name].steps.map((step) => step * filters[name].scale);
      return [
        name,
        fc.constantFrom(null, null, null, ...steps.flatMap((step) => [step, step + 1])),
      ];
    }),
    ...flagFilters.map((name) => [name, fc.boolean()]),
  ]);
}
