import type { DealIndex } from '../index/deal-index.ts';
import { NewValues } from '../index/new-values.ts';
import type { Segment } from '../index/segment.ts';
import type { IndexUpdate } from './index-update.ts';

/** A segment as it was sent. */
interface SentSegment {
  readonly number: number;
  readonly deleted: number;
}

/** The differences between the states of an index that one thread is sent. */
export class IndexDifferences {
  #index: DealIndex | null = null;
  readonly #newValues = new NewValues();
  #sent: ReadonlyMap<Segment, SentSegment> = new Map();
  #lastNumber = 0;

  /** What has changed since the last call; null if nothing has. */
  next(index: DealIndex): IndexUpdate | null {
    const isFirst = index !== this.#index;
    if (isFirst) {
      this.#index = index;
      this.#sent = new Map();
    } else if (!this.#hasChanged(index.segments)) return null;
    const described = index.segments.map((segment) => this.#describe(segment));
    this.#sent = new Map(
      index.segments.map((segment, at) => [
        segment,
        { number: described[at]?.number ?? 0, deleted: segment.deletedRows.length },
      ]),
    );
    return { ...this.#newValues.next(index.dictionaries), segments: described };
  }

  #hasChanged(segments: readonly Segment[]): boolean {
    return (
      segments.length !== this.#sent.size ||
      segments.some((segment) => this.#sent.get(segment)?.deleted !== segment.deletedRows.length)
    );
  }

  #describe(segment: Segment): IndexUpdate['segments'][number] {
    const sent = this.#sent.get(segment);
    if (sent === undefined) {
      this.#lastNumber += 1;
      return { kind: 'new', number: this.#lastNumber, parts: segment.parts };
    }
    const deletedRows = Uint32Array.from(segment.deletedRows.slice(sent.deleted));
    return { kind: 'known', number: sent.number, deletedRows };
  }
}
