import type { PartCount } from '#features/deals/api.ts';
import { ImportError } from './import-error.ts';
import type { ImportOptions } from './import-options.ts';
import type { RecordSorter } from './sort-records.ts';
import { SHRINK_LIMIT_PERCENT } from './import-limits.ts';

/** Percent of rows without a readable id from which no missing deal is withdrawn. */
const UNREADABLE_LIMIT_PERCENT = 5;
/** Of one shop of several: the least loss that may be a fault, in percent and in deals. */
const PART_LIMIT_PERCENT = 80;
const PART_LIMIT_DEALS = 10;
/**
 * Of a source whose format has no end: the least loss that the next reading must confirm, in percent
 * and in deals.
 */
const UNCONFIRMED_LIMIT_PERCENT = 30;
const UNCONFIRMED_LIMIT_DEALS = 10;
/** Percent by which the rows of two readings with the same loss may differ. */
const CONFIRMED_PERCENT = 5;
const NAMED = 5;

/** Of a source's deals: from how many changed ids on they are reported, in percent and in deals. */
const CHANGED_IDS_PERCENT = 10;
const CHANGED_IDS = 10;

/** Reports that a source gave many of its deals other ids; null for a few. */
export const noteChangedIds = (changed: number, present: number): ImportNote | null =>
  changed < CHANGED_IDS || changed * 100 < present * CHANGED_IDS_PERCENT
    ? null
    : {
        code: 'IDS_CHANGED',
        detail: `${changed} of ${present} deals have other ids than before; they keep their history.`,
      };

/** What an administrator should know of a reading that succeeded. */
export interface ImportNote {
  readonly code: 'WITHDRAWALS_HELD_BACK' | 'PARTS_FAILED' | 'IDS_CHANGED' | 'CREDENTIAL_IN_URL';
  readonly detail: string;
}

/** What is known of a reading when deals that it did not have may be withdrawn. */
export interface ReadingFacts {
  readonly rows: number;
  /** Rejected rows whose deal is unknown. */
  readonly unreadable: number;
  /** Parts that could not be read, with the reasons. */
  readonly failed: ReadonlyMap<string, string>;
  /** The source may break off between two rows, and the reading before did not lose as much. */
  readonly unconfirmed: boolean;
  /** An administrator has accepted the loss. */
  readonly allowShrink: boolean;
}

export interface Withdrawals {
  /** The parts whose deals stay; `all` for every part. */
  readonly held: 'all' | readonly string[];
  readonly note: ImportNote | null;
}

const named = (parts: readonly string[]): string =>
  parts.slice(0, NAMED).join('; ') +
  (parts.length > NAMED ? ` and ${parts.length - NAMED} more` : '');

const isSuspicious = ({ present, missing }: PartCount): boolean =>
  missing >= PART_LIMIT_DEALS && missing * 100 >= present * PART_LIMIT_PERCENT;

type Loss = Pick<PartCount, 'present' | 'missing'>;

const totalOf = (parts: readonly Loss[]): Loss => ({
  present: parts.reduce((sum, part) => sum + part.present, 0),
  missing: parts.reduce((sum, part) => sum + part.missing, 0),
});

const isLargeLoss = ({ present, missing }: Loss): boolean =>
  missing >= UNCONFIRMED_LIMIT_DEALS && missing * 100 >= present * UNCONFIRMED_LIMIT_PERCENT;

/**
 * Decides which missing deals stay, because the reading does not prove that they ended: those of
 * parts that failed or shrank by themselves, and all of them if many rows named no deal.
 */
export const decideWithdrawals = (
  parts: readonly PartCount[],
  { rows, unreadable, failed, unconfirmed, allowShrink }: ReadingFacts,
): Withdrawals => {
  const { missing } = totalOf(parts);
  const isUnreadable = unreadable > 0 && unreadable * 100 >= rows * UNREADABLE_LIMIT_PERCENT;
  if (isUnreadable && missing > 0 && !allowShrink) {
    const detail = `${unreadable} of ${rows} rows have no readable id, so ${missing} missing deals stay.`;
    return { held: 'all', note: { code: 'WITHDRAWALS_HELD_BACK', detail } };
  }
  const shrunk = allowShrink || parts.length < 2 ? [] : parts.filter(isSuspicious);
  const held = [...new Set([...failed.keys(), ...shrunk.map(({ part }) => part)])];
  const rest = totalOf(parts.filter(({ part }) => !held.includes(part)));
  if (unconfirmed && !allowShrink && isLargeLoss(rest)) {
    const detail = `${rest.missing} of ${rest.present} deals are missing, as if the feed broke off; they stay unless the next reading lacks them too.`;
    return { held: 'all', note: { code: 'WITHDRAWALS_HELD_BACK', detail } };
  }
  if (failed.size > 0) {
    const reasons = [...failed].map(([part, reason]) => `${part}: ${reason}`);
    return { held, note: { code: 'PARTS_FAILED', detail: named(reasons) } };
  }
  if (shrunk.length === 0) return { held, note: null };
  const losses = shrunk.map((one) => `${one.part} lost ${one.missing} of ${one.present} deals`);
  return { held, note: { code: 'WITHDRAWALS_HELD_BACK', detail: `${named(losses)}.` } };
};

/** The last reading of a source that succeeded. */
export interface PreviousReading {
  readonly rows: number;
  /** Deals that it did not have stayed. */
  readonly heldBack: boolean;
  /** Its text ended with a line end. */
  readonly endedWhole: boolean;
}

/** What the reading proves of deals that it did not have. */
export const factsOf = (
  sorter: RecordSorter,
  { connector, allowShrink }: Pick<ImportOptions, 'connector' | 'allowShrink'>,
  before: PreviousReading | null,
): ReadingFacts => {
  const { rows, unreadable } = sorter.reading();
  const isConfirmed =
    before !== null &&
    before.heldBack &&
    Math.abs(rows - before.rows) * 100 <= before.rows * CONFIRMED_PERCENT;
  const unconfirmed = connector.mayBreakOff?.() === true && !isConfirmed;
  const failed = connector.failedParts?.() ?? new Map();
  return { rows, unreadable, failed, unconfirmed, allowShrink };
};

/**
 * Throws `FEED_SHRUNK` if a source has so few of its active deals left that it is more likely
 * broken than sold out.
 */
export const rejectShrunk = (sourceId: string, accepted: number, present: number): void => {
  if (present === 0) return;
  if ((present - accepted) * 100 < present * SHRINK_LIMIT_PERCENT) return;
  throw new ImportError(
    'FEED_SHRUNK',
    `The feed has ${accepted} usable rows, the site has ${present} deals of "${sourceId}". Nothing was removed; --allow-shrink imports it all the same.`,
  );
};

/** Throws `FEED_SHRUNK` if the parts whose missing deals do not stay lost too many together. */
export const rejectLosses = (
  sourceId: string,
  parts: readonly PartCount[],
  { held }: Pick<Withdrawals, 'held'>,
): void => {
  const counted = held === 'all' ? [] : parts.filter(({ part }) => !held.includes(part));
  const { present, missing } = totalOf(counted);
  rejectShrunk(sourceId, present - missing, present);
};
