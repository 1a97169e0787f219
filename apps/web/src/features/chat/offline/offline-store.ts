import { ownChannelSchema } from '@izgodno/contract/chat/channel';
import { parseResponse } from '@izgodno/contract/common/parse-untrusted';
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import * as z from 'zod/mini';
import { CHAT_DATABASE } from '#core/offline/stored.ts';
import { storedLogSchema, type StoredLog } from './stored-log.ts';

const storedDirectorySchema = z.object({
  channels: z.array(ownChannelSchema),
  /** Id of the last active message, by channel. */
  lastActive: z.record(z.string(), z.string()),
});
/** The user's channels as this device stores them. */
export type StoredDirectory = Readonly<z.infer<typeof storedDirectorySchema>>;

interface OfflineSchema extends DBSchema {
  logs: { key: string; value: StoredLog; indexes: { version: [string, number] } };
  about: { key: 'owner' | 'directory'; value: unknown };
}

/** The messages and channels of one user in this browser. */
export interface OfflineStore {
  /**
   * Opens the store for a user, and erases that of another. Returns the version of each stored
   * channel. Throws if the browser stores nothing.
   */
  readonly begin: (userId: string) => Promise<ReadonlyMap<string, number>>;
  /** Replaces the messages of a channel, or removes them by null. Returns what it stored. */
  readonly update: (
    channelId: string,
    next: (stored: StoredLog | null) => StoredLog | null,
  ) => Promise<StoredLog | null>;
  readonly readDirectory: () => Promise<StoredDirectory | null>;
  readonly putDirectory: (directory: StoredDirectory) => Promise<void>;
  /** Ends the use of the store, which keeps its content. */
  readonly end: () => void;
  /** Ends the use of the store and erases its content. */
  readonly erase: () => Promise<void>;
}

type Database = IDBPDatabase<OfflineSchema>;

const open = (name: string, onClosed: () => void): Promise<Database> =>
  openDB<OfflineSchema>(name, 1, {
    upgrade: (database) => {
      const logs = database.createObjectStore('logs', { keyPath: 'channelId' });
      logs.createIndex('version', ['channelId', 'version']);
      database.createObjectStore('about');
    },
    // Another tab, or the service worker, erases the store.
    blocking: (_current, _next, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
    terminated: onClosed,
  });

const claimFor = async (database: Database, userId: string): Promise<void> => {
  const transaction = database.transaction(['logs', 'about'], 'readwrite');
  const about = transaction.objectStore('about');
  if ((await about.get('owner')) !== userId) {
    await Promise.all([
      transaction.objectStore('logs').clear(),
      about.clear(),
      about.put(userId, 'owner'),
    ]);
  }
  await transaction.done;
};

const versionsOf = async (database: Database): Promise<ReadonlyMap<string, number>> => {
  const versions = new Map<string, number>();
  const index = database.transaction('logs').store.index('version');
  for (let at = await index.openKeyCursor(); at !== null; at = await at.continue()) {
    const [channelId, version] = at.key;
    versions.set(channelId, version);
  }
  return versions;
};

/** Stores messages in IndexedDB. Only `begin` opens the database, so nothing survives `erase`. */
export const createOfflineStore = (name = CHAT_DATABASE): OfflineStore => {
  let current: Database | null = null;
  const opened = (): Database => {
    if (current === null) throw new Error('The stored messages are closed');
    return current;
  };
  const end = (): void => {
    current?.close();
    current = null;
  };

  return {
    begin: async (userId) => {
      end();
      const database = await open(name, () => {
        current = null;
      });
      await claimFor(database, userId);
      const versions = await versionsOf(database);
      current = database;
      return versions;
    },
    update: async (channelId, next) => {
      const transaction = opened().transaction('logs', 'readwrite');
      // What an earlier version of the application stored may have another form.
      const stored = parseResponse(storedLogSchema, await transaction.store.get(channelId)) ?? null;
      const result = next(stored);
      if (result === null) await transaction.store.delete(channelId);
      else if (result !== stored) await transaction.store.put(result);
      await transaction.done;
      return result;
    },
    readDirectory: async () =>
      parseResponse(storedDirectorySchema, await opened().get('about', 'directory')) ?? null,
    putDirectory: async (directory) => {
      await opened().put('about', directory, 'directory');
    },
    end,
    erase: async () => {
      end();
      await deleteDB(name);
    },
  };
};
