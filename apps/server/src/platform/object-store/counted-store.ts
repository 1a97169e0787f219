import { ObjectStoreError, type ObjectStore } from './object-store.ts';

/** Calls of a store since the process began, by their result. */
export interface StoreCounts {
  ok: number;
  full: number;
  unavailable: number;
  corrupted: number;
}

/** Counts the calls of a store. What the sender of a file aborts is not counted. */
export const countCalls = (store: ObjectStore): { store: ObjectStore; counts: StoreCounts } => {
  const counts = { ok: 0, full: 0, unavailable: 0, corrupted: 0 };
  const counted = async <Result>(call: Promise<Result>): Promise<Result> => {
    try {
      const result = await call;
      counts.ok += 1;
      return result;
    } catch (error) {
      if (error instanceof ObjectStoreError) counts[error.reason] += 1;
      throw error;
    }
  };
  return {
    counts,
    store: {
      ...store,
      write: (...given) => counted(store.write(...given)),
      read: (...given) => counted(store.read(...given)),
      size: (key) => counted(store.size(key)),
      remove: (keys) => counted(store.remove(keys)),
    },
  };
};
