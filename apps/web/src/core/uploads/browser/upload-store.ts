import type { StoredUpload, UploadStore } from '#core/uploads/engine/ports.ts';
import { openOnce } from '#shared/open-once.ts';
import { createPageClaims } from '#shared/page-claims.ts';
import {
  openUploadDatabase,
  partsOf,
  removeStored,
  type StoredEntry,
  type UploadDatabase,
} from './upload-database.ts';

/** The share of the browser's storage quota that waiting files may use. */
const SHARE_OF_QUOTA = 0.5;
/** Maximum bytes of waiting files, whatever the quota: 2 GiB. */
const FILES_LIMIT = 2 * 1024 ** 3;
/** The same where the browser stores bytes but no files, because it holds them in memory: 64 MiB. */
const BYTES_LIMIT = 64 * 1024 ** 2;
/** The key of a file that is stored to see whether that is possible. */
const PROBE = 'probe';
/** Bytes that are in the page's memory at once while a file is stored as bytes. */
const PART_BYTES = 4 * 1024 ** 2;

const roomFor = async (bytes: number, held: number, limit: number): Promise<boolean> => {
  if (held + bytes > limit) return false;
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return usage + bytes <= quota * SHARE_OF_QUOTA;
};

const putEntry = async (
  store: UploadDatabase,
  entry: StoredEntry,
  file: Blob | null,
): Promise<void> => {
  const { id } = entry.facts;
  const transaction = store.transaction(['uploads', 'files'], 'readwrite');
  await Promise.all([
    transaction.objectStore('uploads').put({ ...entry, id }),
    ...(file === null ? [] : [transaction.objectStore('files').put(file, id)]),
    transaction.done,
  ]);
};

const putParts = async (store: UploadDatabase, id: string, file: Blob): Promise<void> => {
  for (let offset = 0; offset < file.size; offset += PART_BYTES) {
    const part = await file.slice(offset, offset + PART_BYTES).arrayBuffer();
    await store.put('files', part, [id, offset]);
  }
};

/** Null if the file is not there, or not all of its parts. */
const readFile = async (store: UploadDatabase, { facts }: StoredEntry): Promise<Blob | null> => {
  const whole = await store.get('files', facts.id);
  if (whole instanceof Blob) return whole;
  const parts = await store.getAll('files', partsOf(facts.id));
  const file = new Blob(parts, { type: facts.mimeType });
  return file.size === facts.fileSize ? file : null;
};

/**
 * Whether the browser stores files. Tried alone, because in WebKit's private windows a transaction with a
 * file and another request never ends.
 */
const canStoreFiles = async (store: UploadDatabase): Promise<boolean> => {
  try {
    await store.put('files', new Blob(['?']), PROBE);
    await store.delete('files', PROBE);
    return true;
  } catch {
    return false;
  }
};

/** Stores waiting uploads and their files in IndexedDB. */
export const createUploadStore = (databaseName?: string): UploadStore => {
  const database = openOnce(() => openUploadDatabase(databaseName));
  const claims = createPageClaims('upload');
  /** Whether the database can store files, which is assumed before the first upload. */
  let storesFiles = true;
  const limit = (): number => (storesFiles ? FILES_LIMIT : BYTES_LIMIT);

  return {
    limit,
    put: async ({ file, ...entry }) => {
      const { id, fileSize } = entry.facts;
      try {
        const store = await database();
        const others = await store.getAll('uploads');
        const held = others.reduce((total, { facts }) => total + facts.fileSize, 0);
        if (!(await claims.claim(id))) return false;
        storesFiles = await canStoreFiles(store);
        const storable = file !== null && (await roomFor(fileSize, held, limit())) ? file : null;
        // Before the bytes, so that the next page knows of a file that was not complete yet.
        await putEntry(store, entry, storesFiles ? storable : null);
        if (storable !== null && !storesFiles) await putParts(store, id, storable);
        return storable !== null;
      } catch {
        // Storage is forbidden or full.
        return false;
      }
    },
    update: async (id, change) => {
      const store = await database();
      const transaction = store.transaction('uploads', 'readwrite');
      const entry = await transaction.store.get(id);
      if (entry !== undefined) await transaction.store.put({ ...entry, ...change });
      await transaction.done;
    },
    remove: async (id) => {
      await removeStored(await database(), id);
      claims.letGo(id);
    },
    claim: async (userId) => {
      const store = await database();
      const claimed: StoredUpload[] = [];
      for (const { id, facts } of await store.getAll('uploads')) {
        if (facts.userId !== userId || !(await claims.claim(id))) continue;
        const stored = await store.get('uploads', id);
        if (stored === undefined) {
          claims.letGo(id);
          continue;
        }
        const { id: _id, ...entry } = stored;
        claimed.push({ ...entry, file: await readFile(store, entry) });
      }
      return claimed;
    },
  };
};
