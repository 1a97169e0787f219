import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import { dealsChanged } from '../deals-changed.ts';

/**
 * All notifications of a kind of job use one key, so that it runs once for many changes, on any
 * node.
 */
const RUN_KEY = 'deals.changed';
/**
 * While deals change continuously, as in an import, the job runs for at most one part in this many
 * of the time.
 */
const REST = 5;

export interface RunOnDealChangesOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** How long changes are gathered before the job runs, in milliseconds. */
  readonly delayMs: number;
  /** Changes whose notification was lost are found by this schedule. */
  readonly cron: string;
}

/** Runs a job soon after deals have changed, and once at the start for earlier changes. */
export const runOnDealChanges = (
  app: FastifyInstance,
  { bus, clock, jobs, delayMs, cron }: RunOnDealChangesOptions,
  kind: JobKind<Record<string, never>>,
  run: () => Promise<void>,
): void => {
  let dueAt = Number.NEGATIVE_INFINITY;
  let restUntil = Number.NEGATIVE_INFINITY;

  jobs.work(kind, async () => {
    const startedAt = clock.now();
    await run();
    const now = clock.now();
    restUntil = now + (now - startedAt) * (REST - 1);
  });
  jobs.schedule(kind, cron, {});
  const enqueue = (): void => {
    const now = clock.now();
    // A pending job will include this change.
    if (now < dueAt) return;
    dueAt = Math.max(now + delayMs, restUntil);
    jobs
      .enqueue(kind, {}, { startAfter: new Date(dueAt), singletonKey: RUN_KEY })
      .catch((error: unknown) => {
        dueAt = now;
        app.log.warn({ err: error, job: kind.name }, 'a job could not be enqueued');
      });
  };
  const unsubscribe = bus.subscribe(dealsChanged, enqueue);
  app.addHook('onListen', async () => enqueue());
  app.addHook('onClose', async () => unsubscribe());
};
