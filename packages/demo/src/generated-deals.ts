import { convertMinor } from '@izgodno/contract/common/money';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import { discountPercent } from '@izgodno/contract/deals/discount';
import { composeDeal } from './demo-deals.ts';
import type { DemoDeal } from './demo-deal.ts';
import { families } from './family.ts';
import { createRandom, seedOf, type Random } from './random.ts';
import type { DemoSource } from './sources.ts';
import { drawWord } from './word-stock.ts';

export interface GeneratedDealsOptions {
  readonly count: number;
  readonly seed: number;
}

export interface GeneratedDeal extends Pick<
  DemoDeal,
  | 'externalId'
  | 'source'
  | 'title'
  | 'description'
  | 'brand'
  | 'merchant'
  | 'category'
  | 'condition'
  | 'tags'
  | 'media'
  | 'currency'
  | 'amount'
  | 'originalAmount'
  | 'availability'
  | 'rating'
  | 'views'
  | 'likes'
> {
  readonly locationId: string | null;
  readonly discountPercent: number | null;
  readonly amountInEuro: number;
  /** Milliseconds since the epoch. */
  readonly postedAt: number;
}

/** Fixed, so that the same seed gives the same deals on any day. */
const NEWEST = Date.parse('2026-11-21T00:00:00Z');
const OLDEST_MILLISECONDS = 180 * 86_400_000;

/** Full deals per family, of which all others are variations. */
const SAMPLES_A_FAMILY = 48;
/** Greater than the numbers of demo deals. */
const FIRST_SAMPLE = 10_000;
const DESCRIPTION_WORDS_STORED = 20;

const SOURCES_A_GROUP: Readonly<Record<SourceGroup, number>> = {
  marketplace: 6,
  travel: 8,
  other: 24,
};

const numberedSource = (group: SourceGroup, number: number): DemoSource => ({
  id: `generated-${group}-${number}`,
  name: `Generated ${group} ${number}`,
  group,
  commission: group === 'other',
});

/** All sources of generated deals. */
export const generatedSources: readonly DemoSource[] = (
  ['marketplace', 'travel', 'other'] as const
).flatMap((group) =>
  Array.from({ length: SOURCES_A_GROUP[group] }, (_, index) => numberedSource(group, index + 1)),
);

const drawSamples = (): readonly DemoDeal[] =>
  families().flatMap((family) =>
    Array.from({ length: SAMPLES_A_FAMILY }, (_, index) =>
      composeDeal(family, FIRST_SAMPLE + index, new Set()),
    ),
  );

const modelCode = (random: Random): string =>
  `${String.fromCodePoint(random.whole(65, 90), random.whole(65, 90))}-${random.whole(100, 9_999)}`;

const someWords = (count: number, { language }: DemoDeal, random: Random): readonly string[] =>
  Array.from({ length: count }, () => drawWord(language, random));

/** The first sources of a group have most of its offers. */
const drawSource = (
  group: SourceGroup,
  byGroup: ReadonlyMap<SourceGroup, readonly DemoSource[]>,
  random: Random,
): DemoSource => {
  const sources = byGroup.get(group) ?? [];
  return random.pick(sources.slice(0, Math.ceil((sources.length + 1) ** random.next())));
};

const vary = (
  sample: DemoDeal,
  index: number,
  byGroup: ReadonlyMap<SourceGroup, readonly DemoSource[]>,
  random: Random,
): GeneratedDeal => {
  const source = drawSource(sample.source.group, byGroup, random);
  // Half to double the sample's price, most of them near it.
  const change = 2 ** (random.next() + random.next() - 1);
  const amount = Math.max(1, Math.round(sample.amount * change));
  const originalAmount =
    sample.originalAmount === null
      ? null
      : Math.max(amount + 1, Math.round(sample.originalAmount * change));
  return {
    externalId: `generated-${index}`,
    source,
    title: [sample.title, modelCode(random), ...someWords(random.whole(2, 4), sample, random)].join(
      ' ',
    ),
    description: [
      ...sample.description.split(' ', DESCRIPTION_WORDS_STORED),
      ...someWords(random.whole(10, 20), sample, random),
    ].join(' '),
    brand: sample.brand,
    merchant: sample.merchant === null ? null : source.name,
    category: sample.category,
    condition: sample.condition,
    locationId: source.group === 'other' && random.chance(0.6) ? null : sample.locationId,
    tags: sample.tags,
    media: sample.media,
    currency: sample.currency,
    amount,
    originalAmount,
    discountPercent: discountPercent(amount, originalAmount),
    amountInEuro: convertMinor(amount, sample.currency, 'EUR'),
    availability: sample.availability,
    rating: sample.rating === null ? null : random.whole(25, 50),
    views: Math.floor(10 / (random.next() + 0.001)),
    likes: random.whole(0, 40),
    postedAt: NEWEST - Math.floor(random.next() ** 1.5 * OLDEST_MILLISECONDS),
  };
};

/**
 * Any number of deals for measurements: titles of about ten words and descriptions of 30 to 40,
 * with word frequencies of natural text; the same for the same seed. Works in `for await` as well.
 */
export const generatedDeals = function* ({
  count,
  seed,
}: GeneratedDealsOptions): Generator<GeneratedDeal> {
  const random = createRandom(seedOf(`deals/${seed}`));
  const samples = drawSamples();
  const byGroup = Map.groupBy(generatedSources, ({ group }) => group);
  for (let index = 0; index < count; index += 1) {
    const sample = samples[Math.floor(random.next() * samples.length)];
    if (sample !== undefined) yield vary(sample, index, byGroup, random);
  }
};
