import { setTimeout as sleep } from 'node:timers/promises';
import type { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import { IndexFeeds } from '@izgodno/server/features/search/engine/worker/index-feed.ts';
import { ReaderThread } from '@izgodno/server/features/search/engine/worker/reader-thread.ts';
import type { SearchThread } from '@izgodno/server/features/search/engine/worker/search-thread.ts';

const POLL_MS = 50;

/** Starts threads that answer searches from the same index. */
export const startReaderThreads = async (
  index: DealIndex,
  count: number,
): Promise<{ readonly threads: readonly SearchThread[]; close: () => Promise<void> }> => {
  const feeds = new IndexFeeds();
  await feeds.send(index);
  const readers = Array.from(
    { length: count },
    (_, number) =>
      new ReaderThread({
        number,
        writer: { connect: (port) => feeds.connect(port) },
        onDeath: (error) => {
          throw error;
        },
      }),
  );
  while (readers.some(({ ready }) => ready === null)) await sleep(POLL_MS);
  return {
    threads: readers.flatMap(({ ready }) => ready ?? []),
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
};
