import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { withDatabase } from '#shared/with-database.ts';
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

interface RecordingSchema extends DBSchema {
  recordings: { key: string; value: StoredFacts };
  /** As bytes, because some browsers store no blobs in private windows. */
  chunks: {
    key: number;
    value: { readonly recordingId: string; readonly bytes: ArrayBuffer };
    indexes: { recordingId: string };
  };
}

const RECORDING_DATABASE = 'izgodno-recordings';

export type RecordingDatabase = IDBPDatabase<RecordingSchema>;

/** Opens the database of recordings. Throws where the browser forbids storage. */
export const openRecordings = (name: string = RECORDING_DATABASE): Promise<RecordingDatabase> =>
  openDB<RecordingSchema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('recordings', { keyPath: 'id' });
      const chunks = database.createObjectStore('chunks', { autoIncrement: true });
      chunks.createIndex('recordingId', 'recordingId');
    },
  });

/** Whether recordings of a user are stored. Throws where the browser forbids storage. */
export const hasRecordings = (userId: string): Promise<boolean> =>
  withDatabase(openRecordings, async (database) => {
    const recordings = await database.getAll('recordings');
    return recordings.some((facts) => facts.userId === userId);
  });
