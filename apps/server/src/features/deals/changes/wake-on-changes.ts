import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';

/** All that wakes a kind of job waits under one key: it runs once for many changes, on whatever node. */
const WAKE_KEY = 'deals.changed';
/** While deals change without pause, as in an import, the job runs for one part in this many of the time. */
const REST = 5;

export interface WakeOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** How long changes are gathered before the job runs, in milliseconds. */
  readonly delayMs: number;
  /** A change may be announced while nobody hears it: by this schedule it is found all the same. */
  readonly cron: string;
}

/** Has a job done soon after deals have changed, and once at the start for what has changed before. */
export const wakeOnChanges = (
  app: FastifyInstance,
  { bus, clock, jobs, delayMs, cron }: WakeOptions,
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
  const wake = (): void => {
    const now = clock.now();
    // A job that is still to run will see this change, too.
    if (now < dueAt) return;
    dueAt = Math.max(now + delayMs, restUntil);
    jobs
      .enqueue(kind, {}, { startAfter: new Date(dueAt), singletonKey: WAKE_KEY })
      .catch((error: unknown) => {
        dueAt = now;
        app.log.warn({ err: error, job: kind.name }, 'a job could not be woken');
      });
  };
  const unsubscribe = bus.subscribe('deals.changed', wake);
  app.addHook('onListen', async () => wake());
  app.addHook('onClose', async () => unsubscribe());
};
