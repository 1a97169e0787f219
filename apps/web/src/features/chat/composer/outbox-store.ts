import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Draft } from './outbox.ts';
import type { OutboxStore } from './outbox-sender.ts';

interface OutboxSchema extends DBSchema {
  drafts: {
    /** Auto-incremented: the order of writing. */
    key: number;
    value: { readonly draft: Draft; readonly tabId: string };
    indexes: { clientId: string };
  };
}

const open = (name: string): Promise<IDBPDatabase<OutboxSchema>> =>
  openDB<OutboxSchema>(name, 1, {
    upgrade: (database) => {
      const drafts = database.createObjectStore('drafts', { autoIncrement: true });
      drafts.createIndex('clientId', 'draft.clientId', { unique: true });
    },
  });

const lockOf = (tabId: string): string => `outbox-${tabId}`;

/** Whether the tab that wrote a message is closed. */
const isClosed = async (tabId: string): Promise<boolean> => {
  const { held = [] } = await navigator.locks.query();
  return !held.some(({ name }) => name === lockOf(tabId));
};

/**
 * Stores unsent messages in IndexedDB. Each is sent by the tab that wrote it, or by another once
 * that tab is closed.
 */
export const createOutboxStore = (databaseName = 'izgodno-outbox'): OutboxStore => {
  const tabId = crypto.randomUUID();
  const locks: LockManager | undefined = navigator.locks;
  // Held for the life of the page.
  void locks?.request(lockOf(tabId), () => new Promise<never>(() => {}));
  let opening: Promise<IDBPDatabase<OutboxSchema>> | undefined;
  const database = (): Promise<IDBPDatabase<OutboxSchema>> => (opening ??= open(databaseName));

  return {
    put: async (draft) => {
      await (await database()).add('drafts', { draft, tabId });
    },
    remove: async (clientId) => {
      const transaction = (await database()).transaction('drafts', 'readwrite');
      const key = await transaction.store.index('clientId').getKey(clientId);
      if (key !== undefined) await transaction.store.delete(key);
      await transaction.done;
    },
    claim: async (userId) => {
      const entries = await (await database()).getAll('drafts');
      const claimed: Draft[] = [];
      for (const { draft, tabId: writer } of entries) {
        if (draft.userId !== userId) continue;
        // Two tabs may send the same message, because the server stores it once.
        if (writer === tabId || locks === undefined || (await isClosed(writer)))
          claimed.push(draft);
      }
      return claimed;
    },
  };
};
