import { openOnce } from '#shared/open-once.ts';
import { createPageClaims } from '#shared/page-claims.ts';
import { openRecordings, type StoredFacts } from './recording-database.ts';

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

export const createRecordingStore = (databaseName?: string): RecordingStore => {
  const claims = createPageClaims('recording');
  const database = openOnce(() => openRecordings(databaseName));

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
      const store = await database();
      const claimed: StoredRecording[] = [];
      for (const { id, ...of } of await store.getAll('recordings')) {
        if (of.userId !== userId || of.channelId !== channelId) continue;
        if (!(await claims.claim(id))) continue;
        const facts = await store.get('recordings', id);
        if (facts === undefined) {
          claims.letGo(id);
          continue;
        }
        const chunks = await store.getAllFromIndex('chunks', 'recordingId', id);
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
