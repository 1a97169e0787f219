import { availableParallelism } from 'node:os';
import type { Suggestion } from '@izgodno/contract/search/calls';
import type { DealQuery, DealSearch, DealSearchPage } from '../../deal-search.ts';
import type { IndexChange, WriterOptions } from './messages.ts';
import { ReaderThread } from './reader-thread.ts';
import { SearchThread } from './search-thread.ts';

/** Each takes some 0.2 GB while it builds. */
const MOST_BUILDERS = 4;

/** While the index is built, the thread that changes it has little else to do. */
const buildersFor = (threads: number): number =>
  Math.min(threads + 1, availableParallelism(), MOST_BUILDERS);

export interface IndexThreadsOptions extends Omit<WriterOptions, 'builders'> {
  /** How many threads answer searches, the one that changes the index included. */
  readonly threads: number;
  readonly onReport: (report: IndexChange) => void;
  /** Called if the thread that changes the index ends without having been closed. */
  readonly onDeath: (error: Error) => void;
  /** Called if another thread does, which is started again after that many milliseconds. */
  readonly onReaderDeath: (error: Error, restartIn: number) => void;
}

/**
 * The threads of the index, started by the constructor: one that changes it and answers searches,
 * and others that only answer them. Without the first one all have to be closed.
 */
export class IndexThreads implements DealSearch {
  readonly #writer: SearchThread;
  readonly #readers: readonly ReaderThread[];

  constructor(options: IndexThreadsOptions) {
    const { connectionString, directory, threads, onReport, onDeath, onReaderDeath } = options;
    const writer = new SearchThread({
      file: new URL('writer.ts', import.meta.url),
      name: 'deal-index',
      workerData: {
        connectionString,
        directory,
        builders: buildersFor(threads),
      } satisfies WriterOptions,
      onReport,
      onDeath,
    });
    this.#writer = writer;
    this.#readers = Array.from(
      { length: threads - 1 },
      (_, at) => new ReaderThread({ number: at + 2, writer, onDeath: onReaderDeath }),
    );
  }

  search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage> {
    return this.#leastBusy().search(query, limit, cursor);
  }

  suggest(text: string, limit: number): Promise<readonly Suggestion[]> {
    return this.#leastBusy().suggest(text, limit);
  }

  /** Notifies the threads that deals have changed. */
  notify(): void {
    this.#writer.notify();
  }

  /** Resolves once all threads have ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#readers, this.#writer].map((thread) => thread.close()));
  }

  /** Of equally busy ones not the writer, because it has other work. */
  #leastBusy(): SearchThread {
    let best: SearchThread = this.#writer;
    for (const { ready } of this.#readers) {
      if (ready !== null && ready.pending <= best.pending) best = ready;
    }
    return best;
  }
}
