import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { StoredUpload, UploadStore } from '#core/uploads/engine/ports.ts';
import { createPageClaims } from '#shared/page-claims.ts';

/** The share of the browser's storage quota that waiting files may use. */
const SHARE_OF_QUOTA = 0.5;
/** Maximum bytes of waiting files, whatever the quota: 2 GiB. */
export const KEEP_LIMIT = 2 * 1024 ** 3;

type Entry = Omit<StoredUpload, 'file'>;

interface UploadSchema extends DBSchema {
  /** Separate from the files, which are large and never change. */
  uploads: { key: string; value: Entry & { readonly id: string } };
  files: { key: string; value: Blob };
}

const open = (name: string): Promise<IDBPDatabase<UploadSchema>> =>
  openDB<UploadSchema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('uploads', { keyPath: 'id' });
      database.createObjectStore('files');
    },
  });

const roomFor = async (bytes: number, held: number): Promise<boolean> => {
  if (held + bytes > KEEP_LIMIT) return false;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return usage + bytes <= quota * SHARE_OF_QUOTA;
};

/** Stores waiting uploads and their files in IndexedDB. */
export const createUploadStore = (databaseName = 'izgodno-uploads'): UploadStore => {
  let opening: Promise<IDBPDatabase<UploadSchema>> | undefined;
  const database = (): Promise<IDBPDatabase<UploadSchema>> => (opening ??= open(databaseName));
  const claims = createPageClaims('upload');

  return {
    put: async ({ file, ...entry }) => {
      const { id, fileSize } = entry.facts;
      try {
        const keeping = await database();
        const others = await keeping.getAll('uploads');
        const held = others.reduce((total, { facts }) => total + facts.fileSize, 0);
        if (!(await claims.claim(id))) return false;
        const kept = (await roomFor(fileSize, held)) ? file : null;
        const transaction = keeping.transaction(['uploads', 'files'], 'readwrite');
        await Promise.all([
          transaction.objectStore('uploads').put({ ...entry, id }),
          ...(kept === null ? [] : [transaction.objectStore('files').put(kept, id)]),
          transaction.done,
        ]);
        return kept !== null;
      } catch {
        // Storage is forbidden or full.
        return false;
      }
    },
    update: async (id, change) => {
      const keeping = await database();
      const transaction = keeping.transaction('uploads', 'readwrite');
      const entry = await transaction.store.get(id);
      if (entry !== undefined) await transaction.store.put({ ...entry, ...change });
      await transaction.done;
    },
    remove: async (id) => {
      const keeping = await database();
      const transaction = keeping.transaction(['uploads', 'files'], 'readwrite');
      await Promise.all([
        transaction.objectStore('uploads').delete(id),
        transaction.objectStore('files').delete(id),
        transaction.done,
      ]);
      claims.letGo(id);
    },
    claim: async (userId) => {
      const keeping = await database();
      const claimed: StoredUpload[] = [];
      for (const { id, ...entry } of await keeping.getAll('uploads')) {
        if (entry.facts.userId !== userId) continue;
        const file = (await keeping.get('files', id)) ?? null;
        if (await claims.claim(id)) claimed.push({ ...entry, file });
      }
      return claimed;
    },
  };
};
