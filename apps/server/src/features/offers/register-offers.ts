import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#platform/database/database.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { groupOffers, queueStrayOffers } from './group-offers.ts';

/** Brings together deals of several sources that are one offer. */
export const groupOffersJob = defineJob({ name: 'offers.group', payload: z.object({}) });

export interface OffersDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
}

/**
 * Groups offers when this node hears of changed deals, and every minute for what no node was told of,
 * such as an import by command.
 */
export const registerOffers = (
  app: FastifyInstance,
  { database, bus, jobs }: OffersDependencies,
): void => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isDue = false;

  const group = async (signal: AbortSignal): Promise<void> => {
    const moved = await groupOffers(database, signal);
    if (moved > 0) bus.publish('deals.changed', {});
  };

  const groupWhileDue = async (): Promise<void> => {
    while (isDue && !stopping.signal.aborted) {
      isDue = false;
      // What another writer holds, or a database that is away, is the next minute's.
      await group(stopping.signal).catch((error: unknown) =>
        app.log.debug({ err: error }, 'offers wait for the next minute'),
      );
    }
    running = undefined;
  };

  jobs.work(groupOffersJob, async (_payload, signal) => {
    await queueStrayOffers(database);
    await group(signal);
  });
  jobs.schedule(groupOffersJob, '* * * * *', {});
  const unsubscribe = bus.subscribe('deals.changed', () => {
    isDue = true;
    running ??= groupWhileDue();
  });
  app.addHook('onClose', async () => {
    unsubscribe();
    stopping.abort();
    await running;
  });
};
