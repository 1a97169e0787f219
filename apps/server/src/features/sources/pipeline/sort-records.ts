import { isStorable } from '@izgodno/contract/common/parse-untrusted';
import { type MappedRecord, MAX_DETAIL_LENGTH, type RejectionReason } from './connector.ts';
import { type MappedDeal, MAX_EXTERNAL_ID_LENGTH, type UnusableRow } from '#features/deals/api.ts';
import { beginningOf } from '../records/text.ts';
import { createIdSet } from './id-set.ts';
import { ImportError } from './import-error.ts';
import type { ImportLimits } from './import-limits.ts';
import type { RejectedRow, RejectionReport } from './rejection-report.ts';

/** Reasons that mean that the source ended the offer. */
const overReasons: ReadonlySet<RejectionReason> = new Set(['not_active', 'expired']);

/** The first text in a value, such as a deal, that PostgreSQL would reject with the whole batch. */
const unstorableIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) {
    // Most parts of deals are texts, which need no further call.
    const found = typeof part === 'string' && isStorable(part) ? undefined : unstorableIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The record, turned into a rejected one if it cannot be stored. */
const storable = (record: MappedRecord): MappedRecord => {
  if ('rejection' in record) return record;
  const { externalId } = record.deal;
  // Ids are looked up in a list with one id a line.
  const detail = externalId.includes('\n') ? externalId : unstorableIn(record.deal);
  if (detail === undefined) return record;
  return {
    row: record.row,
    externalId: detail !== externalId && isStorable(externalId) ? externalId : null,
    rejection: { reason: 'characters_invalid', detail },
  };
};

/** The record, turned into a rejected one if the source may break off in it. */
const whole = (record: MappedRecord): MappedRecord =>
  'rejection' in record || record.isCut !== true
    ? record
    : {
        row: record.row,
        externalId: record.deal.externalId,
        rejection: { reason: 'row_cut', detail: '' },
      };

/**
 * A rejected record as it is reported and staged: without long texts, because many records may wait.
 * An id that is longer than any deal's is cut, and still matches none.
 */
const shortened = ({
  row,
  externalId,
  rejection: { reason, detail },
}: RejectedRow): RejectedRow => ({
  row,
  externalId: externalId === null ? null : beginningOf(externalId, MAX_EXTERNAL_ID_LENGTH + 1),
  rejection: { reason, detail: beginningOf(detail, MAX_DETAIL_LENGTH) },
});

const storableId = (id: string | null): string | null =>
  id !== null && isStorable(id) ? id : null;

export interface Reading {
  /** Records read, including rejected and duplicate ones. */
  readonly rows: number;
  readonly rejected: number;
  readonly duplicates: number;
  /** Rejected records whose deal is unknown. */
  readonly unreadable: number;
  readonly reasons: Readonly<Partial<Record<RejectionReason, number>>>;
  /** The source may break off in its last record. */
  readonly isOpenEnded: boolean;
}

export interface SortedBatch {
  /** Deals with ids not seen before. */
  readonly deals: readonly MappedDeal[];
  /** Ids of ended offers. */
  readonly over: readonly string[];
  /** Records that name deals and cannot be used. */
  readonly unusable: readonly UnusableRow[];
}

/**
 * Sorts the records of one reading into deals, duplicates and rejected ones, which are reported. A
 * record in which the source may break off is rejected if the source `endsWhole` usually.
 */
export const createRecordSorter = (
  limits: ImportLimits,
  report: RejectionReport,
  endsWhole: boolean,
) => {
  const ids = createIdSet();
  const reasons: Partial<Record<RejectionReason, number>> = {};
  let rows = 0;
  let rejected = 0;
  let duplicates = 0;
  let unreadable = 0;
  let isOpenEnded = false;

  return {
    async sort(records: readonly MappedRecord[]): Promise<SortedBatch> {
      const deals: MappedDeal[] = [];
      const over: string[] = [];
      const unusable: UnusableRow[] = [];
      for (const given of records) {
        rows += 1;
        if (!('rejection' in given) && given.isCut === true) isOpenEnded = true;
        const record = storable(endsWhole ? whole(given) : given);
        if ('rejection' in record) {
          const { reason } = record.rejection;
          rejected += 1;
          reasons[reason] = (reasons[reason] ?? 0) + 1;
          const short = shortened(record);
          await report.add(short);
          const id = storableId(short.externalId);
          const productId = storableId(record.keeps ?? null);
          if (overReasons.has(reason)) over.push(...[productId, id].filter((one) => one !== null));
          else if (id === null && productId === null) unreadable += 1;
          else unusable.push({ id, productId, unavailable: record.unavailable ?? null });
        } else if (ids.add(record.deal.externalId)) {
          deals.push(record.deal);
        } else {
          duplicates += 1;
        }
      }
      if (rows > limits.maxRows) {
        throw new ImportError(
          'FEED_TOO_MANY_ROWS',
          `The feed has more than ${limits.maxRows} rows.`,
        );
      }
      return { deals, over, unusable };
    },
    reading: (): Reading => ({ rows, rejected, duplicates, unreadable, reasons, isOpenEnded }),
  };
};

export type RecordSorter = ReturnType<typeof createRecordSorter>;
