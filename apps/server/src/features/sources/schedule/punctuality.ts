import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { isRecent, type Clock } from '#platform/clock.ts';
import type { PartHealth } from '#platform/health.ts';
import type { Database } from '#schema/schema.ts';
import { countActiveDeals, countSources } from '../registry/count-sources.ts';
import { findDueSources } from '../registry/source-rows.ts';

/** Milliseconds that a due source may wait; longer means that the readings do not keep up. */
const LATE_MS = 15 * MINUTE_MS;
/** Intervals without a success after which a source's deals count as old, but at least a day. */
const MISSED_INTERVALS = 3;
/** Sources that the detail of the health names. */
const NAMED = 10;
/** Milliseconds that a count of all deals is used for. */
const COUNTED_MS = MINUTE_MS;

interface SourceQueue {
  /** The number of sources that are due. */
  readonly waiting: number;
  /** When the first of them was due. */
  readonly since: Date | null;
}

/** The sources that wait to be read. */
export const readQueue = async (database: Database, now: number): Promise<SourceQueue> => {
  const due = await findDueSources(database, new Date(now));
  return { waiting: due.length, since: due[0]?.next_run_at ?? null };
};

const ageOf = ({ since }: SourceQueue, now: number): number => now - (since?.getTime() ?? now);

interface LastSuccess {
  readonly id: string;
  readonly everyMs: number;
  /** How long ago it was read to its end; since it was added, if never. */
  readonly ageMs: number;
}

/** The last success of each source that is not paused, the oldest first. */
const findLastSuccesses = async (
  database: Database,
  now: number,
): Promise<readonly LastSuccess[]> => {
  const rows = await database
    .selectFrom('sources')
    .select(['id', 'every_seconds', sql<Date>`coalesce(checked_at, created_at)`.as('at')])
    .where('kind', 'is not', null)
    .where('paused', '=', false)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, every_seconds, at }) => ({
    id,
    everyMs: 1_000 * (every_seconds ?? 0),
    ageMs: now - at.getTime(),
  }));
};

const isOld = ({ everyMs, ageMs }: LastSuccess): boolean =>
  ageMs > Math.max(DAY_MS, MISSED_INTERVALS * everyMs);

const lengthText = (ms: number): string => {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.max(0, Math.floor(ms / MINUTE_MS))} min`;
};

const successText = (sources: readonly LastSuccess[]): string =>
  sources
    .slice(0, NAMED)
    .map(({ id, ageMs }) => `${id} ${lengthText(ageMs)}`)
    .join(', ') + (sources.length > NAMED ? ` and ${sources.length - NAMED} newer ones` : '');

/**
 * The health of the schedule: degraded while a due source is not read, and while the deals of a
 * source are old because its readings fail. The detail names the age of the queue and of the oldest
 * successes.
 */
export const sourcesHealth = async (database: Database, clock: Clock): Promise<PartHealth> => {
  const now = clock.now();
  const [queue, successes] = await Promise.all([
    readQueue(database, now),
    findLastSuccesses(database, now),
  ]);
  if (successes.length === 0) return { status: 'healthy' };
  const ageMs = ageOf(queue, now);
  const waiting =
    queue.waiting === 0
      ? 'No source waits to be read'
      : `${queue.waiting} sources wait to be read, the first for ${lengthText(ageMs)}`;
  return {
    status: ageMs >= LATE_MS || successes.some(isOld) ? 'degraded' : 'healthy',
    detail: `${waiting}. Time since the last success: ${successText(successes)}.`,
  };
};

/** Counts the active deals of each source, at most once a minute. */
const createDealCounter = (database: Database, clock: Clock) => {
  let countedAt = -Infinity;
  let counted: Promise<Readonly<Record<string, number>>> = Promise.resolve({});
  return (): Promise<Readonly<Record<string, number>>> => {
    if (isRecent(countedAt, clock.now(), COUNTED_MS)) return counted;
    countedAt = clock.now();
    counted = countActiveDeals(database).then((deals) => Object.fromEntries(deals));
    // The next reading counts again.
    counted.catch(() => (countedAt = -Infinity));
    return counted;
  };
};

/** The number of sources by status, and their ages in seconds, by their Prometheus name. */
export const sourceGauges = (database: Database, clock: Clock) => ({
  izgodno_sources: {
    help: 'Sources of deals that are not paused, by status.',
    label: 'status',
    value: () => countSources(database),
  },
  izgodno_sources_queue: {
    help: 'Sources that are due and not read yet.',
    value: async () => (await readQueue(database, clock.now())).waiting,
  },
  izgodno_sources_queue_age_seconds: {
    help: 'How long the source that is due for longest waits to be read.',
    value: async () => ageOf(await readQueue(database, clock.now()), clock.now()) / 1_000,
  },
  izgodno_source_success_age_seconds: {
    help: 'How long ago each source that is not paused was read to its end; since it was added, if never.',
    label: 'source',
    value: async () => {
      const successes = await findLastSuccesses(database, clock.now());
      return Object.fromEntries(successes.map(({ id, ageMs }) => [id, ageMs / 1_000]));
    },
  },
  izgodno_source_deals: {
    help: 'Deals that each source offers, up to a minute old.',
    label: 'source',
    value: createDealCounter(database, clock),
  },
});
