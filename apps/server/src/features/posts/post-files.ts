import type { Transaction } from 'kysely';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Files, FileSubject } from '#features/uploads/api.ts';
import { unknownFiles } from './draft-checks.ts';

/** Any visitor sees the images of an existing deal; those of a deleted one only its owner. */
export const registerPostFiles = (files: Files, database: Database): void => {
  files.registerAccessPolicy({
    kind: 'deal',
    async mayRead(dealId, reader) {
      const deal = await database
        .selectFrom('deals')
        .select(['status', 'seller_id as sellerId'])
        .where('id', '=', Number(dealId))
        .executeTakeFirst();
      if (deal === undefined) return false;
      return deal.status !== 'deleted' || (reader !== null && reader.id === deal.sellerId);
    },
  });
};

/**
 * Attaches files of the owner to a deal in place of its former ones. Throws `validation_failed`.
 */
export const holdFiles = async (
  files: Files,
  transaction: Transaction<Schema>,
  deal: { readonly id: number; readonly ownerId: string },
  fileIds: readonly string[],
): Promise<void> => {
  const subject: FileSubject = { kind: 'deal', id: String(deal.id) };
  await files.release(subject, { keep: fileIds, transaction });
  await files.attach(fileIds, subject, deal.ownerId, transaction).catch((error: unknown) => {
    throw error instanceof CallError && error.code === 'not_found' ? unknownFiles(error) : error;
  });
};
