import { createUuidV7 } from '#platform/uuid.ts';
import type { Database } from '#schema/schema.ts';

interface GivenFile {
  readonly ownerId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Absent for a file that nothing uses. */
  readonly messageId?: string;
  /** An image by default. */
  readonly kind?: 'image' | 'other';
  /** Ready by default. */
  readonly status?: 'processing';
  /** The place that its upload named. */
  readonly placeholderId?: string;
}

/** A complete file of a user, without an object in the store. Returns its id. */
export const insertFile = async (
  database: Database,
  { ownerId, at, messageId, kind = 'image', status, placeholderId }: GivenFile,
): Promise<string> => {
  const id = createUuidV7(at);
  await database
    .insertInto('files')
    .values({
      id,
      owner_id: ownerId,
      status: status ?? 'ready',
      method: 'generic',
      placeholder_id: placeholderId ?? null,
      original_name: 'снимка.jpg',
      name: 'снимка.jpg',
      media_type: 'image/jpeg',
      kind,
      size: 1_000,
      object_key: id,
      ...(messageId === undefined ? {} : { subject_kind: 'message', subject_id: messageId }),
      created_at: new Date(at),
    })
    .execute();
  return id;
};
