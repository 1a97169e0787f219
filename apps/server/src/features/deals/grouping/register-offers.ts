import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { groupOffers, queueStrayOffers } from './group-offers.ts';
import { dealsChanged } from '../deals-changed.ts';

interface WhenQuiet {
  /** Schedules `run` for when there were no notes for a while, or after the longest wait. */
  note(): void;
  /** Prevents further runs. */
  stop(): void;
}

interface QuietOptions {
  /** Milliseconds without a note before a run. */
  readonly quietMs: number;
  /** The longest wait of a note in milliseconds. */
  readonly longestMs: number;
}

/** Debounces a function, with a longest wait. */
export const createWhenQuiet = (
  { quietMs, longestMs }: QuietOptions,
  run: () => void,
): WhenQuiet => {
  let timer: NodeJS.Timeout | undefined;
  let waitsSince: number | undefined;
  const begin = (): void => {
    waitsSince = undefined;
    run();
  };
  return {
    note() {
      const now = performance.now();
      waitsSince ??= now;
      clearTimeout(timer);
      timer = setTimeout(begin, Math.min(quietMs, waitsSince + longestMs - now));
    },
    stop: () => clearTimeout(timer),
  };
};

/**
 * Milliseconds without a change after which offers are grouped, and the longest wait of a change,
 * so that grouping does not compete with an import and the index that follows it.
 */
const QUIET_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** Groups deals of several sources that are one offer. */
const groupOffersJob = defineJob({ name: 'offers.group', payload: z.object({}) });

export interface OffersDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
}

/**
 * Groups offers soon after deals have changed, and every minute for changes without a notification.
 */
export const registerOffers = (
  app: FastifyInstance,
  { database, bus, jobs }: OffersDependencies,
): void => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isDue = false;

  const groupWhileDue = async (): Promise<void> => {
    while (isDue && !stopping.signal.aborted) {
      isDue = false;
      // After a lock timeout or an unavailable database the next minute retries.
      const moved = await groupOffers(database, stopping.signal).catch((error: unknown) => {
        app.log.debug({ err: error }, 'grouping of offers is postponed');
        return 0;
      });
      if (moved > 0) bus.publish(dealsChanged, {});
    }
    running = undefined;
  };
  const quiet = createWhenQuiet({ quietMs: QUIET_MS, longestMs: LONGEST_WAIT_MS }, () => {
    isDue = true;
    running ??= groupWhileDue();
  });

  jobs.work(groupOffersJob, async () => {
    await queueStrayOffers(database);
    quiet.note();
  });
  jobs.schedule(groupOffersJob, '* * * * *', {});
  const unsubscribe = bus.subscribe(dealsChanged, () => quiet.note());
  app.addHook('onClose', async () => {
    unsubscribe();
    quiet.stop();
    stopping.abort();
    await running;
  });
};
