import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import type { FileRow } from './file-repository.ts';
import type { Intake } from './intake.ts';

const BATCH = 200;
/** Age of what no row speaks of in the store: older than any upload may go on. */
const UNKNOWN_AGE_MS = RESUMABLE_LIFETIME_MS + 24 * 60 * 60_000;
/** Age at which a file should long have been looked through: whoever was to ask for it died before. */
const FORGOTTEN_AGE_MS = 15 * 60_000;

export interface SweepDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  /** Asks for a file to be looked through; once, however often it is called. */
  readonly process: (id: string) => Promise<void>;
}

/**
 * Removes what nobody wants any more: uploads given up or cut off by a crash, files that nothing
 * holds, files of accounts that are gone. Has files looked through that a crash made forgotten.
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
   * Takes a file out of everybody's reach if it still has to go: while others were removed, a message
   * may have taken it, or its last byte may have come. If the process dies now, the next sweep finds it.
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
      .where('created_at', '<', new Date(clock.now() - FORGOTTEN_AGE_MS))
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
