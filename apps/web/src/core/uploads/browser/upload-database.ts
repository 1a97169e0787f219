import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { StoredUpload } from '#core/uploads/engine/ports.ts';
import { withDatabase } from '#shared/with-database.ts';

export type StoredEntry = Omit<StoredUpload, 'file'>;

interface UploadSchema extends DBSchema {
  /** Separate from the files, which are large and never change. */
  uploads: { key: string; value: StoredEntry & { readonly id: string } };
  files: {
    /** Of a part: the upload's id and the offset of its first byte. */
    key: string | [id: string, offset: number];
    /** A file, or a part of one as bytes: WebKit stores no files in private windows. */
    value: Blob | ArrayBuffer;
  };
}

export type UploadDatabase = IDBPDatabase<UploadSchema>;

const UPLOAD_DATABASE = 'izgodno-uploads';

/** Opens the database of waiting uploads. Throws where the browser forbids storage. */
export const openUploadDatabase = (name: string = UPLOAD_DATABASE): Promise<UploadDatabase> =>
  openDB<UploadSchema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('uploads', { keyPath: 'id' });
      database.createObjectStore('files');
    },
  });

/** The keys of the parts of an upload's file. */
export const partsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, Infinity]);

export const removeStored = async (database: UploadDatabase, id: string): Promise<void> => {
  const transaction = database.transaction(['uploads', 'files'], 'readwrite');
  await Promise.all([
    transaction.objectStore('uploads').delete(id),
    transaction.objectStore('files').delete(id),
    transaction.objectStore('files').delete(partsOf(id)),
    transaction.done,
  ]);
};

const idsOf = async (database: UploadDatabase, userId: string): Promise<readonly string[]> => {
  const entries = await database.getAll('uploads');
  return entries.flatMap(({ id, facts }) => (facts.userId === userId ? [id] : []));
};

/** Whether earlier pages left uploads of a user. Throws where the browser forbids storage. */
export const hasStored = (userId: string): Promise<boolean> =>
  withDatabase(openUploadDatabase, async (database) => (await idsOf(database, userId)).length > 0);

/** Removes all uploads of a user. Throws where the browser forbids storage. */
export const removeAllStored = (userId: string): Promise<void> =>
  withDatabase(openUploadDatabase, async (database) => {
    for (const id of await idsOf(database, userId)) await removeStored(database, id);
  });
