import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { findDueSources } from '../registry/source-rows.ts';
import { runSource, type SourceReader } from './run-source.ts';

/** Sources that one node reads concurrently; most of them wait for their servers. */
const CONCURRENCY = 16;
/** Milliseconds that the search for due sources looks ahead: the time to the next search. */
const OUTLOOK = 60_000;
/** Days that runs and their rejected rows are stored. */
const STORED_DAYS = 90;

const nothing = z.object({});

const readSourceJob = defineJob({
  name: 'sources.read',
  payload: z.object({ sourceId: z.string(), allowShrink: z.boolean(), asked: z.boolean() }),
});
/** Enqueues sources due within the next minute, each at its own second. */
export const planSourcesJob = defineJob({ name: 'sources.plan', payload: nothing });
const eraseRunsJob = defineJob({ name: 'sources.forget-runs', payload: nothing });

/** What an administrator asks for. */
export interface AskedReading {
  readonly allowShrink?: boolean;
  /** Reads the source although it is paused. */
  readonly whilePaused?: boolean;
}

/** Reads the source as soon as a node is free, whatever its schedule, if the transaction commits. */
export const enqueueReading = (
  jobs: Jobs,
  transaction: Transaction<Schema>,
  sourceId: string,
  { allowShrink = false, whilePaused = false }: AskedReading = {},
): Promise<void> =>
  jobs.enqueueWithin(
    transaction,
    readSourceJob,
    { sourceId, allowShrink, asked: whilePaused },
    { singletonKey: `now ${sourceId} ${allowShrink} ${whilePaused}`, priority: ASKED },
  );

/** Priorities: sources that work are read before those that may take their time and fail. */
const ASKED = 2;
const HEALTHY = 1;
const UNPROVEN = 0;

/** Enqueues the sources due within the next minute; only the given one, if any. */
const planSources = async (
  jobs: Jobs,
  { database, timing }: SourceReader,
  sourceId?: string,
): Promise<void> => {
  const now = timing.clock.now();
  const isSoon = (at: Date): boolean => at.getTime() > now && at.getTime() <= now + OUTLOOK;
  const due = await findDueSources(database, new Date(now + OUTLOOK), sourceId);
  for (const { id, next_run_at, status } of due) {
    await jobs.enqueue(
      readSourceJob,
      { sourceId: id, allowShrink: false, asked: false },
      {
        singletonKey: id,
        priority: status === 'healthy' ? HEALTHY : UNPROVEN,
        ...(next_run_at !== null && isSoon(next_run_at) ? { startAfter: next_run_at } : {}),
      },
    );
  }
};

/** Declares the jobs of sources: each is read by its schedule, by one node at a time. */
export const declareSourceJobs = (jobs: Jobs, reader: SourceReader): void => {
  const { database } = reader;
  jobs.work(
    readSourceJob,
    async ({ sourceId, ...choices }, signal) => {
      await runSource(reader, sourceId, { ...choices, signal });
      // A source due again within the minute does not wait for the next plan. Others do, because
      // one whose reading begins just now would be read twice.
      await planSources(jobs, reader, sourceId);
    },
    { concurrency: CONCURRENCY },
  );
  jobs.work(planSourcesJob, () => planSources(jobs, reader));
  jobs.schedule(planSourcesJob, '* * * * *', {});

  jobs.work(eraseRunsJob, async () => {
    await sql`DELETE FROM import_runs WHERE started_at < now() - make_interval(days => ${STORED_DAYS})`.execute(
      database,
    );
  });
  jobs.schedule(eraseRunsJob, '17 3 * * *', {});
};
