import type { Database } from '#schema/schema.ts';
import { createDictionaries, type Dictionaries } from '../index/dictionaries.ts';
import { NewValues } from '../index/new-values.ts';
import type { ForeignSegment } from '../index/renumber.ts';
import { SegmentBuilder } from '../index/segment-builder.ts';
import type { Segment } from '../index/segment.ts';
import { readLiveDeals } from './changes.ts';
import type { NextRange } from './id-ranges.ts';

export interface BuildOptions {
  readonly database: Database;
  /** Whose deals are read. */
  readonly nextRange: NextRange;
  /** Deals of a segment. */
  readonly segmentSize: number;
  /** The dictionaries of the next segment. */
  readonly nextDictionaries: () => Dictionaries;
}

interface Step {
  /** Deals read since the last step. */
  readonly count: number;
  /** The segment that is complete. */
  readonly built: { readonly segment: Segment; readonly dictionaries: Dictionaries } | null;
}

/** Builds segments of the live deals of ranges of ids. */
export const buildSegments = async function* ({
  database,
  nextRange,
  segmentSize,
  nextDictionaries,
}: BuildOptions): AsyncGenerator<Step> {
  let dictionaries = nextDictionaries();
  let builder = new SegmentBuilder(dictionaries);
  for await (const { changed, count } of readLiveDeals(database, nextRange)) {
    for (const deal of changed) builder.add(deal);
    if (builder.size < segmentSize) {
      yield { count, built: null };
      continue;
    }
    const built = { segment: builder.build(), dictionaries };
    const next = nextDictionaries();
    if (next !== dictionaries) builder = new SegmentBuilder(next);
    dictionaries = next;
    yield { count, built };
  }
  if (builder.size > 0) yield { count: 0, built: { segment: builder.build(), dictionaries } };
};

/** A step of building segments for a thread with other dictionaries. */
export interface Built {
  /** Deals read since the last step. */
  readonly count: number;
  /** The segment that is complete. */
  readonly segment: ForeignSegment | null;
}

interface BuildForeignOptions extends Omit<BuildOptions, 'nextDictionaries'> {
  /** After a segment with more terms in its dictionaries, the next one has new dictionaries. */
  readonly mostTerms: number;
}

/** Builds segments with dictionaries of their own. */
export const buildForeignSegments = async function* ({
  mostTerms,
  ...options
}: BuildForeignOptions): AsyncGenerator<Built> {
  const newValues = new NewValues();
  let dictionaries = createDictionaries();
  const nextDictionaries = (): Dictionaries => {
    if (dictionaries.terms.terms.length > mostTerms) dictionaries = createDictionaries();
    return dictionaries;
  };
  for await (const { count, built } of buildSegments({ ...options, nextDictionaries })) {
    if (built === null) {
      yield { count, segment: null };
      continue;
    }
    const { columns, postings } = built.segment;
    const { isFirst, ...values } = newValues.next(built.dictionaries);
    yield { count, segment: { isFirst, values, columns, postings } };
  }
};
