import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { ObjectStore } from '#platform/object-store/object-store.ts';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import type { FileRow } from './file-repository.ts';
import type { Intake } from './intake.ts';

const BATCH = 200;
/** Age of what no row speaks of in the store: older than any upload may go on. */
const UNKNOWN_AGE_MS = RESUMABLE_LIFETIME_MS + 24 * 60 * 60_000;

export interface SweepDependencies {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/**
 * Removes what nobody wants any more: uploads given up or cut off by a crash, files that nothing
 * holds, files of accounts that are gone. Returns how many.
 */
export const createFileSweep = (dependencies: SweepDependencies) => {
  const { database, store, intake, clock, logger } = dependencies;

  const findDue = (): Promise<Pick<FileRow, 'id' | 'method'>[]> =>
    database
      .selectFrom('files')
      .select(['id', 'method'])
      .where((where) =>
        where.or([where('expires_at', '<=', new Date(clock.now())), where('owner_id', 'is', null)]),
      )
      .orderBy('id')
      .limit(BATCH)
      .execute();

  return async (signal: AbortSignal): Promise<number> => {
    let removed = 0;
    for (;;) {
      const due = await findDue();
      for (const { id, method } of due) {
        signal.throwIfAborted();
        await intake.discard(id, method);
        removed += 1;
      }
      if (due.length < BATCH) break;
    }
    const unknown = await store.sweep(clock.now() - UNKNOWN_AGE_MS);
    if (removed + unknown > 0) logger.info({ removed, unknown }, 'files swept');
    return removed;
  };
};
