import type { Database } from '#platform/database/database.ts';
import { queueOrphans } from './offer-store.ts';
import { readBatch, settle } from './settle-batch.ts';

/** Queues what lost its representative to a writer that queues nothing, such as a moderator. */
export const queueStrayOffers = (database: Database): Promise<void> =>
  database.transaction().execute(queueOrphans);

/**
 * Brings the groups of offers up to date with the deals that changed, in short transactions. Returns
 * how many deals moved. Throws where another writer holds a deal for long: what was not done stays
 * queued.
 */
export const groupOffers = async (database: Database, signal?: AbortSignal): Promise<number> => {
  let moved = 0;
  let batch = await readBatch(database, 0);
  while (batch.entries.length > 0) {
    signal?.throwIfAborted();
    // The next deals are read and their keys made while the database settles these. Whoever changes a
    // deal after it was read queues it again.
    const [settled, next] = await Promise.all([
      settle(database, batch),
      readBatch(database, batch.entries.at(-1) ?? 0),
    ]);
    if (settled.kind === 'busy') return moved;
    if (settled.kind === 'settled') moved += settled.moved;
    batch = settled.kind === 'overtaken' ? await readBatch(database, 0) : next;
  }
  return moved;
};
