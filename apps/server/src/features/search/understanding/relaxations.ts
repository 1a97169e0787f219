import type { Understood } from '@izgodno/contract/search/understood';
import { ANY_DISCOUNT } from './discounts.ts';
import { widerLocation } from './locations.ts';
import { excludedBy } from './reading.ts';
import type { Understanding } from './understand.ts';

/** A condition that was loosened or left out. */
export type Relaxed = Understood['relaxed'][number];

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

/** How far beyond the asked price the nearest deals may be. */
const NEAR_PRICE = 1.5;

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

/** If no discount is as large as asked, any discount is nearer than none. */
const discountOf = (meaning: Understanding): readonly Condition[] => {
  const { discount } = meaning;
  if (discount === null) return [];
  const relaxed = [{ name: 'word', value: discount.words }] as const;
  const any = { meaning: { ...meaning, discount: { ...discount, least: ANY_DISCOUNT } }, relaxed };
  const looser = discount.least > ANY_DISCOUNT ? [any] : [];
  return [{ looser, without: { discount: null }, relaxed }];
};

/** A condition that the response names as typed. */
const worded = (
  words: string | null | undefined,
  without: Partial<Understanding>,
): readonly Condition[] =>
  typeof words === 'string' ? [{ without, relaxed: [{ name: 'word', value: words }] }] : [];

/** Many sources do not say what is for sale or to let, so the words for it are searched as words. */
const withoutOffer = ({ words, offer }: Understanding): Partial<Understanding> =>
  offer === null ? {} : { offer: null, words: `${words} ${offer.words}`.trim() };

const withoutExclusions = (meaning: Understanding): Condition => ({
  without: { unwanted: [] },
  relaxed: excludedBy(meaning).map((value) => ({ name: 'word', value })),
});

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

export const hasConditions = (meaning: Understanding): boolean => conditionsOf(meaning).length > 0;

export const noConditions = {
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

/** Each understood condition looser or left out, one at a time; finally all of them. */
export const relaxations = (meaning: Understanding): readonly Relaxation[] => {
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
