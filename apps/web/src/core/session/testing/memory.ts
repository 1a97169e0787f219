import type { KeyValues } from '#shared/storage.ts';

/** An in-memory storage with the given entries. */
export const createMemory = (entries: Readonly<Record<string, string>> = {}) => {
  const values = new Map(Object.entries(entries));
  const port: KeyValues = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return { values, port };
};
