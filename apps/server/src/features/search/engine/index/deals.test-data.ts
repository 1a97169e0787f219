import type { SearchableDeal } from '../searchable-deal.ts';

/** Deals with ids from 1 on, each with a version of its own. */
export const dealsTitled = (titles: readonly string[]): readonly SearchableDeal[] =>
  titles.map((title, at) => ({
    id: at + 1,
    version: 1_000 + at,
    title,
    description: 'A soft sofa for three',
    brand: at % 2 === 0 ? null : 'Softy',
    tags: ['sofa'],
    category: 'furniture',
    condition: 'new',
    source: 'shop',
    group: 'other',
    location: null,
    price: at * 100,
    discount: 0,
    rating: 0,
    inStock: true,
    postedAt: 1_700_000_000_000_000 + at,
  }));

export const manyDeals = (count: number): readonly SearchableDeal[] =>
  dealsTitled(Array.from({ length: count }, (_, at) => `Sofa number ${at}`));
