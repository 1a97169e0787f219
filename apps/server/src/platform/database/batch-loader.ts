interface PendingCall<Value> {
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Reads values by key for concurrent callers: all keys requested in one turn of the event loop are
 * read by one query. Nothing is cached.
 */
export const createBatchLoader = <Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): ((key: string) => Promise<Value | undefined>) => {
  let waiting = new Map<string, PendingCall<Value>[]>();

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    try {
      const values = await read([...batch.keys()]);
      for (const [key, askers] of batch) {
        for (const { resolve } of askers) resolve(values.get(key));
      }
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error);
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(() => void flush());
      const askers = waiting.get(key) ?? [];
      waiting.set(key, askers);
      askers.push({ resolve, reject });
    });
};
