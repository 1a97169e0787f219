import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { inTime } from '#shared/browser-events.ts';
import { openOnce } from '#shared/open-once.ts';
import { createPageClaims } from '#shared/page-claims.ts';
import type { Draft } from './outbox.ts';
import type { OutboxStore } from './outbox-sender.ts';

/** How long a message waits for the browser's storage before it is sent, in milliseconds. */
const STORAGE_PATIENCE_MS = 1_000;

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

/**
 * Stores unsent messages in IndexedDB. Each is sent by the tab that wrote it. Those of a closed tab
 * are claimed together by one other tab, which sends them in their order.
 */
export const createOutboxStore = (databaseName = 'izgodno-outbox'): OutboxStore => {
  const tabId = crypto.randomUUID();
  /** By the id of the tab that wrote the messages. */
  const claims = createPageClaims('outbox');
  const own = claims.claim(tabId);
  const database = openOnce(() => open(databaseName));
  const messagesOf = async (userId: string) =>
    (await (await database()).getAll('drafts')).filter(({ draft }) => draft.userId === userId);

  const add = async (draft: Draft): Promise<void> => {
    await own;
    await (await database()).add('drafts', { draft, tabId });
  };

  return {
    put: (draft) => inTime(add(draft), STORAGE_PATIENCE_MS),
    remove: async (clientId) => {
      const transaction = (await database()).transaction('drafts', 'readwrite');
      const key = await transaction.store.index('clientId').getKey(clientId);
      if (key !== undefined) await transaction.store.delete(key);
      await transaction.done;
    },
    claim: async (userId) => {
      const claimed = new Set<string>();
      for (const { tabId: writer } of await messagesOf(userId))
        if (!claimed.has(writer) && (await claims.claim(writer))) claimed.add(writer);
      const messages = await messagesOf(userId);
      return messages.filter(({ tabId: writer }) => claimed.has(writer)).map(({ draft }) => draft);
    },
  };
};
