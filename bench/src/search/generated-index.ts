import { generatedDeals, type GeneratedDeal } from '@izgodno/demo/generated-deals';
import { classifyDeal } from '@izgodno/server/features/search/classification/classify-deal.ts';
import { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import { everyByte } from '@izgodno/server/features/search/engine/index/filter-columns.ts';
import { SegmentBuilder } from '@izgodno/server/features/search/engine/index/segment-builder.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import type { DealSample } from './query-mix.ts';

export const SEED = 20_261_121;
/** As many as the replica puts into one segment when it loads all deals. */
const SEGMENT_SIZE = 65_536;
/** One deal in this many gives its words to the queries. */
const SAMPLED = 200;

export interface GeneratedIndex {
  readonly index: DealIndex;
  readonly sample: DealSample;
  /** Milliseconds of building all segments, without making the deals, and of merging them. */
  readonly buildMs: number;
  readonly mergeMs: number;
}

/** A generated deal as the search knows it. */
const searchableDeal = (deal: GeneratedDeal, id: number): SearchableDeal => {
  const { brandSlug, kind } = classifyDeal(deal);
  return {
    ...deal,
    brandName: deal.brand,
    brand: brandSlug,
    kind,
    tags: deal.tags.join(', '),
    id,
    version: id,
    source: deal.source.id,
    group: deal.source.group,
    location: deal.locationId,
    offer: null,
    rooms: null,
    area: null,
    price: deal.amountInEuro,
    total: deal.amountInEuro,
    ...everyByte(() => 0),
    discount: deal.discountPercent ?? 0,
    rating: deal.rating ?? 0,
    inStock: deal.availability === 'in_stock',
    popularity: 0,
    postedAt: deal.postedAt * 1_000,
  };
};

/** The deals of an index of a size. */
export function* searchableDeals(size: number): Generator<SearchableDeal, void, void> {
  let id = 0;
  for (const deal of generatedDeals({ count: size, seed: SEED })) {
    id += 1;
    yield searchableDeal(deal, id);
  }
}

/** An index of generated deals, merged and ready to search. */
export const buildGeneratedIndex = (size: number): GeneratedIndex => {
  const index = new DealIndex();
  const sample: DealSample[number][] = [];
  let buildMs = 0;
  let next: SearchableDeal[] = [];
  for (const deal of searchableDeals(size)) {
    const { id } = deal;
    if (id % SAMPLED === 0) sample.push({ title: deal.title, location_id: deal.location });
    next.push(deal);
    if (next.length < SEGMENT_SIZE && id < size) continue;
    const began = performance.now();
    const builder = new SegmentBuilder(index.dictionaries);
    for (const each of next) builder.add(each);
    index.addSegment(builder.build());
    buildMs += performance.now() - began;
    next = [];
  }
  const began = performance.now();
  while (index.mergeStep(1_000));
  const mergeMs = performance.now() - began;
  index.prepare();
  return { index, sample, buildMs, mergeMs };
};
