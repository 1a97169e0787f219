import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { PartHealth } from '#platform/health.ts';
import type { Database } from '#schema/schema.ts';
import { countSources } from '../registry/count-sources.ts';
import { findDueSources } from '../registry/source-rows.ts';

/** Milliseconds that a due source may wait; longer means that the readings do not keep up. */
const LATE_MS = 15 * 60_000;

/** Milliseconds that the source which is due for longest waits for its reading; 0 without one. */
const queueAge = async (
  database: Database,
  now: number,
): Promise<{ readonly waiting: number; readonly ageMs: number }> => {
  const due = await findDueSources(database, new Date(now));
  return { waiting: due.length, ageMs: now - (due[0]?.next_run_at?.getTime() ?? now) };
};

/** The health of the schedule: degraded while a due source is not read. */
export const sourcesHealth = async (database: Database, clock: Clock): Promise<PartHealth> => {
  const { waiting, ageMs } = await queueAge(database, clock.now());
  if (ageMs < LATE_MS) return { status: 'healthy' };
  const detail = `${waiting} sources wait to be read, the first for ${Math.round(ageMs / 60_000)} minutes`;
  return { status: 'degraded', detail };
};

/** The number of sources by status, and their ages in seconds, by their Prometheus name. */
export const sourceGauges = (database: Database, clock: Clock) => ({
  izgodno_sources: {
    help: 'Sources of deals that are not paused, by status.',
    label: 'status',
    value: () => countSources(database),
  },
  izgodno_sources_queue_age_seconds: {
    help: 'How long the source that is due for longest waits to be read.',
    value: async () => (await queueAge(database, clock.now())).ageMs / 1_000,
  },
  izgodno_source_success_age_seconds: {
    help: 'How long ago each source that is not paused was read to its end; since it was added, if never.',
    label: 'source',
    value: async () => {
      const rows = await database
        .selectFrom('sources')
        .select(['id', sql<Date>`coalesce(checked_at, created_at)`.as('at')])
        .where('kind', 'is not', null)
        .where('paused', '=', false)
        .execute();
      return Object.fromEntries(
        rows.map(({ id, at }) => [id, (clock.now() - at.getTime()) / 1_000]),
      );
    },
  },
});
