import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import type { FileRow } from './file-repository.ts';
import type { UploadReceiver } from './upload-receiver.ts';

const BATCH = 200;
/** The age of orphaned objects in the store: older than any upload may be. */
const UNKNOWN_AGE_MS = RESUMABLE_LIFETIME_MS + 24 * 60 * 60_000;
/** The age after which an unprocessed file's job must have been lost. */
const UNUSED_AGE_MS = 15 * 60_000;

export interface SweepDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly intake: UploadReceiver;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  /** Requests processing of a file; idempotent. */
  readonly process: (id: string) => Promise<void>;
}

/**
 * Removes abandoned uploads, unused files, and files of deleted accounts. Requests processing of
 * files whose job was lost in a crash.
 */
export const createFileSweep = (dependencies: SweepDependencies) => {
  const { database, store, intake, clock, logger, process } = dependencies;

  const isDue = (where: ExpressionBuilder<Schema, 'files'>) =>
    where.or([where('expires_at', '<=', new Date(clock.now())), where('owner_id', 'is', null)]);

  const findDue = (): Promise<Pick<FileRow, 'id' | 'method'>[]> =>
    database
      .selectFrom('files')
      .select(['id', 'method'])
      .where(isDue)
      .orderBy('id')
      .limit(BATCH)
      .execute();

  /**
   * Makes a file inaccessible if it must still be removed, because meanwhile a message may have
   * used it or its last byte may have arrived. After a crash the next sweep finds it.
   */
  const claim = async (id: string): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('files')
      .set({ status: 'receiving' })
      .where('id', '=', id)
      .where(isDue)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  const processForgotten = async (): Promise<void> => {
    const forgotten = await database
      .selectFrom('files')
      .select('id')
      .where('status', '=', 'processing')
      .where('created_at', '<', new Date(clock.now() - UNUSED_AGE_MS))
      .orderBy('created_at')
      .limit(BATCH)
      .execute();
    for (const { id } of forgotten) await process(id);
  };

  return async (signal: AbortSignal): Promise<void> => {
    let removed = 0;
    for (;;) {
      const due = await findDue();
      for (const { id, method } of due) {
        signal.throwIfAborted();
        if (!(await claim(id))) continue;
        await intake.discard(id, method);
        removed += 1;
      }
      if (due.length < BATCH) break;
    }
    const unknown = await store.sweep(clock.now() - UNKNOWN_AGE_MS);
    if (removed + unknown > 0) logger.info({ removed, unknown }, 'files swept');
    await processForgotten();
  };
};
