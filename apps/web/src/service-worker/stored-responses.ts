import { STORED_AT_HEADER } from '#core/offline/stored.ts';

/** Limits of one cache: number of entries, and age in milliseconds. */
export interface Bounds {
  readonly entries: number;
  readonly ageMs: number;
}

/** Whether the server allows public caching of a response; nothing else is ever cached. */
export const isForAnybody = (response: Response): boolean => {
  const said = response.headers.get('cache-control') ?? '';
  return (
    response.status === 200 &&
    response.type !== 'opaque' &&
    /\bpublic\b/i.test(said) &&
    !/\b(?:private|no-store)\b/i.test(said)
  );
};

/** When a response was cached, in epoch milliseconds. */
const storedAtOf = (stored: Response): number => Number(stored.headers.get(STORED_AT_HEADER));

export interface StoredResponse {
  readonly response: Response;
  readonly storedAt: number;
}

export interface StoredResponses {
  /** Caches a response for a URL, in place of an earlier one. */
  keep(url: string, response: Response): Promise<void>;
  find(url: string): Promise<StoredResponse | undefined>;
  evict(): Promise<void>;
}

/** Responses in one of the browser's caches. `now` returns epoch milliseconds. */
export const createStoredResponses = (
  name: string,
  { entries, ageMs }: Bounds,
  now: () => number,
): StoredResponses => {
  const isOld = (stored: Response): boolean => now() - storedAtOf(stored) > ageMs;

  // The cache lists the latest entry last, so the oldest are at the beginning.
  const trim = async (cache: Cache): Promise<void> => {
    const keys = await cache.keys();
    for (const [rank, key] of keys.entries()) {
      const isTooMany = rank < keys.length - entries;
      const stored = isTooMany ? undefined : await cache.match(key);
      if (stored !== undefined && !isOld(stored)) return;
      await cache.delete(key);
    }
  };

  return {
    async keep(url, response) {
      const cache = await caches.open(name);
      const headers = new Headers(response.headers);
      headers.set(STORED_AT_HEADER, String(now()));
      // The body is stored decoded, so these headers no longer apply.
      for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
      // Moves the new copy to the end of the list.
      await cache.delete(url);
      await cache.put(url, new Response(response.body, { headers }));
      await trim(cache);
    },
    async find(url) {
      const response = await (await caches.open(name)).match(url);
      return response === undefined || isOld(response)
        ? undefined
        : { response, storedAt: storedAtOf(response) };
    },
    async evict() {
      await caches.delete(name);
    },
  };
};
