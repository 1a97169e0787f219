import { isStorable } from '@izgodno/contract/common/parse-untrusted';
import type { DealDraft, MappedRecord, RejectionReason } from './connector.ts';
import { createIdSet } from './id-set.ts';
import { ImportError } from './import-error.ts';
import type { ImportLimits } from './import-limits.ts';
import type { RejectionReport } from './rejection-report.ts';

/** Reasons by which the source itself says that an offer is over. */
const overReasons: ReadonlySet<RejectionReason> = new Set(['not_active', 'expired']);

/** What cannot be stored: NUL, and half of a surrogate pair. In JSON both are escaped. */
const UNSTORABLE_IN_JSON = /\\u(?:0000|d[89a-f])/;

/** The first value of a deal that PostgreSQL would refuse, and all deals of its batch with it. */
const unstorableIn = (deal: DealDraft): string | undefined => {
  for (const value of Object.values(deal)) {
    if (typeof value === 'string') {
      if (!isStorable(value)) return value;
    } else if (typeof value === 'object' && value !== null) {
      const json = JSON.stringify(value);
      if (UNSTORABLE_IN_JSON.test(json)) return json;
    }
  }
  return undefined;
};

/** The record, as a rejected one where it cannot be stored. */
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
  /** Records read, with those rejected and repeated. */
  readonly rows: number;
  readonly rejected: number;
  readonly duplicates: number;
  readonly reasons: Readonly<Partial<Record<RejectionReason, number>>>;
}

export interface SortedBatch {
  /** Of ids that have not come up before. */
  readonly deals: readonly DealDraft[];
  /** Ids of offers that are over. */
  readonly over: readonly string[];
}

/** Sorts the records of one reading: deals, repetitions, and what is no deal, which is reported. */
export const createRecordSorter = (limits: ImportLimits, report: RejectionReport) => {
  const ids = createIdSet();
  const reasons: Partial<Record<RejectionReason, number>> = {};
  let rows = 0;
  let rejected = 0;
  let duplicates = 0;

  return {
    async sort(records: readonly MappedRecord[]): Promise<SortedBatch> {
      const deals: DealDraft[] = [];
      const over: string[] = [];
      for (const record of records.map(storable)) {
        rows += 1;
        if ('rejection' in record) {
          const { reason } = record.rejection;
          rejected += 1;
          reasons[reason] = (reasons[reason] ?? 0) + 1;
          await report.add(record);
          if (
            record.externalId !== null &&
            isStorable(record.externalId) &&
            overReasons.has(reason)
          )
            over.push(record.externalId);
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
      return { deals, over };
    },
    reading: (): Reading => ({ rows, rejected, duplicates, reasons }),
  };
};

export type RecordSorter = ReturnType<typeof createRecordSorter>;
