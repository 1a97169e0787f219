import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { createPageClaims } from '#shared/page-claims.ts';
import type { Take } from './recording.ts';

/** The facts of a recording besides its sound. */
export interface StoredFacts extends Take {
  readonly id: string;
  readonly userId: string;
  readonly channelId: string;
  /** Id of the message it replies to. */
  readonly replyTo: string | null;
  readonly mediaType: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

export interface StoredRecording extends StoredFacts {
  readonly sound: Blob;
}

/** Stores recordings from their first second until they are sent or discarded. */
export interface RecordingStore {
  /** Stores the latest chunk and the new duration. */
  readonly append: (facts: StoredFacts, chunk: Blob) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /**
   * Returns the user's recordings of a channel that no open page works on, and claims them for this
   * page.
   */
  readonly claim: (userId: string, channelId: string) => Promise<readonly StoredRecording[]>;
}

interface RecordingSchema extends DBSchema {
  recordings: { key: string; value: StoredFacts };
  /** As bytes, because some browsers store no blobs in private windows. */
  chunks: {
    key: number;
    value: { readonly recordingId: string; readonly bytes: ArrayBuffer };
    indexes: { recordingId: string };
  };
}

const open = (name: string): Promise<IDBPDatabase<RecordingSchema>> =>
  openDB<RecordingSchema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('recordings', { keyPath: 'id' });
      const chunks = database.createObjectStore('chunks', { autoIncrement: true });
      chunks.createIndex('recordingId', 'recordingId');
    },
  });

export const createRecordingStore = (databaseName = 'izgodno-recordings'): RecordingStore => {
  const claims = createPageClaims('recording');
  let opening: Promise<IDBPDatabase<RecordingSchema>> | undefined;
  const database = (): Promise<IDBPDatabase<RecordingSchema>> => (opening ??= open(databaseName));

  return {
    append: async (facts, chunk) => {
      await claims.claim(facts.id);
      // Read before the transaction, which would close during the wait.
      const bytes = await chunk.arrayBuffer();
      const transaction = (await database()).transaction(['recordings', 'chunks'], 'readwrite');
      await Promise.all([
        transaction.objectStore('recordings').put(facts),
        transaction.objectStore('chunks').add({ recordingId: facts.id, bytes }),
        transaction.done,
      ]);
    },
    remove: async (id) => {
      const transaction = (await database()).transaction(['recordings', 'chunks'], 'readwrite');
      const chunks = transaction.objectStore('chunks');
      const keys = await chunks.index('recordingId').getAllKeys(id);
      await Promise.all([
        transaction.objectStore('recordings').delete(id),
        ...keys.map((key) => chunks.delete(key)),
        transaction.done,
      ]);
      claims.letGo(id);
    },
    claim: async (userId, channelId) => {
      const keeping = await database();
      const claimed: StoredRecording[] = [];
      for (const facts of await keeping.getAll('recordings')) {
        if (facts.userId !== userId || facts.channelId !== channelId) continue;
        if (!(await claims.claim(facts.id))) continue;
        const chunks = await keeping.getAllFromIndex('chunks', 'recordingId', facts.id);
        const sound = new Blob(
          chunks.map(({ bytes }) => bytes),
          { type: facts.mediaType },
        );
        claimed.push({ ...facts, sound });
      }
      return claimed;
    },
  };
};
