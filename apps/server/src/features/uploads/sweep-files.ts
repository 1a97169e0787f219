import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '#schema/schema.ts';
import { RESUMABLE_LIFETIME_MS } from '@izgodno/contract/uploads/limits';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { NIL_UUID } from '#platform/uuid.ts';
import { enqueueProcessing } from './processing/process-file.ts';
import { discardFile } from './upload-receiver.ts';
import { after, type UploadsContext } from './uploads-context.ts';

const BATCH = 200;
/** A store that is away fails for each file, but one file may fail for good. */
const MOST_FAILURES = 20;
/** The age of orphaned objects in the store: older than any upload may be. */
const UNKNOWN_AGE_MS = RESUMABLE_LIFETIME_MS + DAY_MS;
/** The age after which an unprocessed file's job must have been lost. */
const LOST_AGE_MS = 15 * MINUTE_MS;

const isDue = (uploads: UploadsContext) => (where: ExpressionBuilder<Schema, 'files'>) =>
  where.or([where('expires_at', '<=', after(uploads, 0)), where('owner_id', 'is', null)]);

/**
 * Makes a file inaccessible if it must still be removed, because meanwhile a message may have used
 * it or its last byte may have arrived. After a crash the next sweep finds it.
 */
const claim = async (uploads: UploadsContext, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await uploads.database
    .updateTable('files')
    .set({ status: 'receiving' })
    .where('id', '=', id)
    .where(isDue(uploads))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const processLost = async (uploads: UploadsContext): Promise<void> => {
  const lost = await uploads.database
    .selectFrom('files')
    .select(['id', 'owner_id'])
    .where('status', '=', 'processing')
    .where('created_at', '<', after(uploads, -LOST_AGE_MS))
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
  for (const { id, owner_id } of lost) await enqueueProcessing(uploads, id, owner_id);
};

/**
 * Removes abandoned uploads, unused files, and files of deleted accounts. Requests processing of
 * files whose job was lost in a crash.
 */
export const sweepFiles = async (uploads: UploadsContext, signal: AbortSignal): Promise<void> => {
  const { database, store, clock, logger } = uploads;
  // First, because a store that fails ends the rest.
  await processLost(uploads);
  let removed = 0;
  let last = NIL_UUID;
  const failures: unknown[] = [];
  for (;;) {
    const due = await database
      .selectFrom('files')
      .select(['id', 'method'])
      .where(isDue(uploads))
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, method } of due) {
      signal.throwIfAborted();
      last = id;
      try {
        if (!(await claim(uploads, id))) continue;
        await discardFile(uploads, id, method);
        removed += 1;
      } catch (error) {
        failures.push(error);
        if (failures.length === MOST_FAILURES) throw error;
      }
    }
    if (due.length < BATCH) break;
  }
  const unknown = await store.sweep(clock.now() - UNKNOWN_AGE_MS);
  if (removed + unknown > 0) logger.info({ removed, unknown }, 'files swept');
  if (failures.length > 0) throw failures[0];
};
