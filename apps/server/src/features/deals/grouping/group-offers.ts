import type { Database } from '#schema/schema.ts';
import { queueOrphans } from './offer-store.ts';
import { readBatch, settle } from './settle-batch.ts';

/**
 * Queues deals that lost their representative to a writer that queues nothing, such as a moderator.
 */
export const queueStrayOffers = (database: Database): Promise<void> =>
  database.transaction().execute(queueOrphans);

/**
 * Updates the groups of offers of changed deals, in short transactions. Returns the number of deals
 * that moved. Throws if another writer locks a deal for long; the rest stays queued.
 */
export const groupOffers = async (database: Database, signal?: AbortSignal): Promise<number> => {
  let moved = 0;
  let batch = await readBatch(database, 0);
  while (batch.entries.length > 0) {
    signal?.throwIfAborted();
    // The next deals are read and their keys computed while the database settles these. A deal
    // changed after it was read is queued again.
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
