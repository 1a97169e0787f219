import { isStorable } from '@izgodno/contract/common/parse-untrusted';
import type { MappedRecord, RejectionReason } from './connector.ts';
import type { MappedDeal } from '#features/deals/api.ts';
import { createIdSet } from './id-set.ts';
import { ImportError } from './import-error.ts';
import type { ImportLimits } from './import-limits.ts';
import type { RejectionReport } from './rejection-report.ts';

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
  const detail = unstorableIn(record.deal);
  if (detail === undefined) return record;
  const { externalId } = record.deal;
  return {
    row: record.row,
    externalId: isStorable(externalId) ? externalId : null,
    rejection: { reason: 'characters_invalid', detail },
  };
};

export interface Reading {
  /** Records read, including rejected and duplicate ones. */
  readonly rows: number;
  readonly rejected: number;
  readonly duplicates: number;
  /** Rejected records whose deal is unknown. */
  readonly unreadable: number;
  readonly reasons: Readonly<Partial<Record<RejectionReason, number>>>;
}

export interface SortedBatch {
  /** Deals with ids not seen before. */
  readonly deals: readonly MappedDeal[];
  /** Ids of ended offers. */
  readonly over: readonly string[];
  /** Ids of deals whose records cannot be used. */
  readonly retained: readonly string[];
}

/**
 * Sorts the records of one reading into deals, duplicates and rejected ones, which are reported.
 */
export const createRecordSorter = (limits: ImportLimits, report: RejectionReport) => {
  const ids = createIdSet();
  const reasons: Partial<Record<RejectionReason, number>> = {};
  let rows = 0;
  let rejected = 0;
  let duplicates = 0;
  let unreadable = 0;

  return {
    async sort(records: readonly MappedRecord[]): Promise<SortedBatch> {
      const deals: MappedDeal[] = [];
      const over: string[] = [];
      const retained: string[] = [];
      for (const record of records.map(storable)) {
        rows += 1;
        if ('rejection' in record) {
          const { reason } = record.rejection;
          rejected += 1;
          reasons[reason] = (reasons[reason] ?? 0) + 1;
          await report.add(record);
          const named = [record.keeps, record.externalId].flatMap((id) =>
            typeof id === 'string' && isStorable(id) ? [id] : [],
          );
          if (overReasons.has(reason)) over.push(...named);
          else if (named.length > 0) retained.push(...named);
          else unreadable += 1;
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
      return { deals, over, retained };
    },
    reading: (): Reading => ({ rows, rejected, duplicates, unreadable, reasons }),
  };
};

export type RecordSorter = ReturnType<typeof createRecordSorter>;
