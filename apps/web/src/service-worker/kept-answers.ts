import { KEPT_AT_HEADER } from '#core/offline/kept.ts';

/** How much of one kind is kept, and for how long, in milliseconds. */
export interface Bounds {
  readonly entries: number;
  readonly ageMs: number;
}

/** Whether the server lets anybody's cache keep an answer: nothing else is ever kept. */
export const isForAnybody = (response: Response): boolean => {
  const said = response.headers.get('cache-control') ?? '';
  return (
    response.status === 200 &&
    response.type !== 'opaque' &&
    /\bpublic\b/i.test(said) &&
    !/\b(?:private|no-store)\b/i.test(said)
  );
};

/** When a kept answer was kept, in epoch milliseconds. */
const keptAtOf = (kept: Response): number => Number(kept.headers.get(KEPT_AT_HEADER));

export interface Kept {
  readonly response: Response;
  readonly keptAt: number;
}

export interface KeptAnswers {
  /** Keeps an answer as that of an address, in the place of an earlier one. */
  keep(url: string, answer: Response): Promise<void>;
  find(url: string): Promise<Kept | undefined>;
  forget(): Promise<void>;
}

/** Answers in one of the browser's caches. `now` gives epoch milliseconds. */
export const createKeptAnswers = (
  name: string,
  { entries, ageMs }: Bounds,
  now: () => number,
): KeptAnswers => {
  const isOld = (kept: Response): boolean => now() - keptAtOf(kept) > ageMs;

  // The cache lists what was put last at the end, so what goes stands at the beginning.
  const trim = async (cache: Cache): Promise<void> => {
    const keys = await cache.keys();
    for (const [rank, key] of keys.entries()) {
      const isTooMany = rank < keys.length - entries;
      const kept = isTooMany ? undefined : await cache.match(key);
      if (kept !== undefined && !isOld(kept)) return;
      await cache.delete(key);
    }
  };

  return {
    async keep(url, answer) {
      const cache = await caches.open(name);
      const headers = new Headers(answer.headers);
      headers.set(KEPT_AT_HEADER, String(now()));
      // The body is kept as it reads, for whoever asks here.
      for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
      // A new copy goes to the end of the list.
      await cache.delete(url);
      await cache.put(url, new Response(answer.body, { headers }));
      await trim(cache);
    },
    async find(url) {
      const response = await (await caches.open(name)).match(url);
      return response === undefined || isOld(response)
        ? undefined
        : { response, keptAt: keptAtOf(response) };
    },
    async forget() {
      await caches.delete(name);
    },
  };
};
