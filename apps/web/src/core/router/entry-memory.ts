import { tabStorage } from '#shared/storage.ts';

/** The number of history entries that are remembered. */
const MAX_ENTRIES = 100;

/** A text for each entry of the browser's history, by the entry's key. */
export interface EntryMemory {
  get(entry: string): string | undefined;
  set(entry: string, value: string): void;
}

const load = (storageKey: string): Map<string, string> => {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(storageKey) ?? '[]');
    const pairs = Array.isArray(stored) ? stored : [];
    return new Map(
      pairs.filter(
        (pair): pair is [string, string] =>
          Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string',
      ),
    );
  } catch {
    return new Map();
  }
};

/**
 * Stores a text for history entries; it survives a reload of the page. `beforeStoring` may set the
 * latest, when the page is left.
 */
export const createEntryMemory = (storageKey: string, beforeStoring?: () => void): EntryMemory => {
  const values = load(storageKey);
  window.addEventListener('pagehide', () => {
    beforeStoring?.();
    tabStorage.setItem(storageKey, JSON.stringify([...values].slice(-MAX_ENTRIES)));
  });
  return {
    get: (entry) => values.get(entry),
    set: (entry, value) => {
      values.delete(entry);
      values.set(entry, value);
    },
  };
};
