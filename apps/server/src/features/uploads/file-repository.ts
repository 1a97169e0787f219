import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Upload } from '@izgodno/contract/uploads/calls';
import {
  fileUrl,
  fileVariants,
  fileVariantUrl,
  type FileVariant,
  type StoredFile,
} from '@izgodno/contract/uploads/file';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { MAX_UNFINISHED_UPLOADS } from '@izgodno/contract/uploads/limits';
import { CallError } from '#platform/http/errors.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';

export type FileRow = Selectable<Schema['files']>;
type NewFile = Insertable<Schema['files']>;
export type FileChange = Updateable<Schema['files']>;

export const cleanKey = (id: string): string => `${id}.clean`;

export const variantKey = (id: string, variant: FileVariant): string => `${id}.${variant}`;

/** The keys of all objects of a file, so that none is left behind by an interruption. */
export const allKeys = (id: string): readonly string[] => [
  id,
  cleanKey(id),
  ...fileVariants.map((variant) => variantKey(id, variant)),
];

export const presentFile = (file: FileRow): StoredFile => {
  const variants: Partial<Record<FileVariant, string>> = {};
  for (const { name } of file.variants) variants[name] = fileVariantUrl(file.id, name);
  return {
    id: file.id,
    url: fileUrl(file.id),
    name: file.name,
    kind: file.kind,
    mediaType: file.media_type,
    size: file.size,
    status: file.status,
    variants,
    ...(file.width === null ? {} : { width: file.width }),
    ...(file.height === null ? {} : { height: file.height }),
    ...(file.placeholder === null ? {} : { placeholder: file.placeholder }),
    ...(file.duration_ms === null ? {} : { durationMs: file.duration_ms }),
    ...(file.peaks === null ? {} : { peaks: file.peaks }),
  };
};

export const presentListed = (file: FileRow, receivedBytes: number): Upload => ({
  fileId: file.id,
  uploadId: file.upload_id,
  messageId: file.message_id,
  channelId: file.channel_id,
  status: file.status,
  receivedBytes,
  resumeUrl:
    file.status === 'receiving' && file.method === 'resumable'
      ? `${RESUMABLE_UPLOAD_PATH}/${file.id}`
      : null,
  expiresAt: file.expires_at?.toISOString() ?? null,
  createdAt: file.created_at.toISOString(),
  file: presentFile(file),
});

/**
 * The least that a file takes of its owner's quota, in bytes: 64 KiB. Its row, its objects and its
 * scan cost something whatever its size, so the quota limits the number of files too.
 */
const LEAST_COUNTED_BYTES = 65_536;

const countedBytes = (size: number): number => Math.max(size, LEAST_COUNTED_BYTES);

/** What a user's files take of the quota, including announced ones. */
export const usedBytes = async (database: Database, ownerId: string): Promise<number> => {
  const { used } = await database
    .selectFrom('files')
    .select(
      sql<number>`coalesce(sum(greatest(size, ${LEAST_COUNTED_BYTES})), 0)::bigint`.as('used'),
    )
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return used;
};

/** Blocks other changes of a user's files until the transaction ends. */
const lockFilesOf = async (transaction: Database, ownerId: string): Promise<void> => {
  await sql`SELECT 1 FROM users WHERE id = ${ownerId} FOR UPDATE`.execute(transaction);
};

const requireRoom = async (
  transaction: Database,
  ownerId: string,
  more: number,
  quota: number,
): Promise<void> => {
  if (quota > 0 && (await usedBytes(transaction, ownerId)) + more > quota) {
    throw new CallError('quota_exceeded');
  }
};

const requireFewUnfinished = async (transaction: Database, ownerId: string): Promise<void> => {
  const { unfinished } = await transaction
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('unfinished'))
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'receiving')
    .executeTakeFirstOrThrow();
  if (unfinished >= MAX_UNFINISHED_UPLOADS) throw new CallError('limit_reached');
};

/**
 * Reserves room for a file and inserts its row. Throws `quota_exceeded`, or `limit_reached` with
 * too many unfinished.
 */
export const reserveFile = (
  database: Database,
  file: NewFile & { readonly owner_id: string; readonly size: number },
  quota: number,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockFilesOf(transaction, file.owner_id);
    await requireFewUnfinished(transaction, file.owner_id);
    await requireRoom(transaction, file.owner_id, countedBytes(file.size), quota);
    await transaction.insertInto('files').values(file).execute();
  });

/**
 * Marks a received file as complete. Returns false if its row is missing, because another attempt
 * or the sweep may have removed it. Throws `quota_exceeded`, or the unique violation of its upload
 * id.
 */
export const completeFile = (
  database: Database,
  { id, owner_id, size }: Pick<FileRow, 'id' | 'size'> & { readonly owner_id: string },
  change: FileChange,
  quota: number,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    await lockFilesOf(transaction, owner_id);
    const announced = await transaction
      .selectFrom('files')
      .select('size')
      .where('id', '=', id)
      .where('status', '=', 'receiving')
      .executeTakeFirst();
    if (announced === undefined) return false;
    const more = countedBytes(size) - countedBytes(announced.size);
    await requireRoom(transaction, owner_id, more, quota);
    await transaction
      .updateTable('files')
      .set({ ...change, size })
      .where('id', '=', id)
      .execute();
    return true;
  });

export const findFile = (database: Database, id: string): Promise<FileRow | undefined> =>
  database.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

export const findByUploadId = (
  database: Database,
  ownerId: string,
  uploadId: string,
): Promise<FileRow | undefined> =>
  database
    .selectFrom('files')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();

/** Changes a file that has the given status; returns whether it had it. */
export const changeFile = async (
  database: Database,
  id: string,
  status: FileRow['status'],
  change: FileChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('files')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Makes a user's file inaccessible and due for the sweep, unless something uses it, so that nothing
 * uses it while it is removed. Null if it is used, or not the user's.
 */
export const claimUnused = async (
  database: Database,
  id: string,
  ownerId: string,
  now: Date,
): Promise<Pick<FileRow, 'method'> | null> =>
  (await database
    .updateTable('files')
    .set({ status: 'receiving', expires_at: now })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('subject_id', 'is', null)
    .returning('method')
    .executeTakeFirst()) ?? null;

export const deleteRow = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('files').where('id', '=', id).execute();
};

/**
 * The complete files of a user, the oldest first. After the account is deleted, a sweep removes
 * files without an owner.
 */
export async function* readUploadsOf(
  database: Database,
  userId: string,
): AsyncGenerator<AccountParts['uploads'][number]> {
  const rows = readInPages(
    (after: string | null, limit) =>
      database
        .selectFrom('files')
        .select(['id', 'name', 'media_type', 'size', 'created_at'])
        .where('owner_id', '=', userId)
        .where('status', 'in', ['processing', 'ready'])
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    (row) => row.id,
  );
  for await (const { id, name, media_type, size, created_at } of rows) {
    yield {
      id,
      name,
      mediaType: media_type,
      size,
      url: fileUrl(id),
      createdAt: created_at.toISOString(),
    };
  }
}
