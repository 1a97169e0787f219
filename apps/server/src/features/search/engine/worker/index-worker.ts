import { Worker } from 'node:worker_threads';
import type { Suggestion } from '@izgodno/contract/search/calls';
import { onThreadMessage } from '#platform/thread-messages.ts';
import {
  InvalidCursorError,
  type DealQuery,
  type DealSearch,
  type DealSearchPage,
} from '../../deal-search.ts';
import { readReport, type Report, type Request, type WorkerOptions } from './messages.ts';

/** Milliseconds that the thread has to close, including a last snapshot. */
const CLOSE_PATIENCE = 10_000;

/** Thrown for calls that were pending when the worker died. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexGoneError';
}

type IndexResponse = Extract<Report, { readonly call: number }>;
/** Reports of the worker that respond to no call. */
export type IndexChange = Exclude<Report, IndexResponse>;

type Call = Extract<Request, { readonly call: number }>;
/** A call without its number. */
type Question = Call extends infer Each ? (Each extends Call ? Omit<Each, 'call'> : never) : never;

interface Waiter {
  readonly resolve: (response: IndexResponse) => void;
  readonly reject: (error: Error) => void;
}

export interface IndexWorker extends DealSearch {
  /** Notifies the worker that deals have changed. */
  wake(): void;
  /** Closes the worker; resolves once the thread has ended. */
  close(): Promise<void>;
}

export interface IndexWorkerOptions extends WorkerOptions {
  readonly onNews: (news: IndexChange) => void;
  /** Called if the thread ends without having been closed. */
  readonly onDeath: (error: Error) => void;
}

const reject = (response: IndexResponse): never => {
  if (response.kind !== 'refused') throw new Error(`The index responded with ${response.kind}.`);
  if (response.reason === 'invalid_cursor') throw new InvalidCursorError(response.message);
  throw new Error(response.message);
};

/** Starts the thread of the index. */
export const startIndexWorker = (options: IndexWorkerOptions): IndexWorker => {
  const { connectionString, directory } = options;
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    name: 'deal-index',
    workerData: { connectionString, directory } satisfies WorkerOptions,
  });
  const waiters = new Map<number, Waiter>();
  const ended = Promise.withResolvers<void>();
  let lastCall = 0;
  let isClosing = false;
  let fault = new Error('The thread of the deal index has ended.');

  const fail = (error: unknown): void => {
    fault = error instanceof Error ? error : new Error(String(error));
  };

  const take = (message: unknown): void => {
    const report = readReport(message);
    if (!('call' in report)) {
      options.onNews(report);
      return;
    }
    waiters.get(report.call)?.resolve(report);
    waiters.delete(report.call);
  };
  onThreadMessage(worker, take, (error) => {
    // A thread that sends invalid messages is replaced.
    fail(error);
    void worker.terminate();
  });
  worker.on('error', fail);
  worker.on('exit', () => {
    for (const { reject } of waiters.values()) {
      reject(new IndexUnavailableError('The deal index has stopped.', { cause: fault }));
    }
    waiters.clear();
    ended.resolve();
    if (!isClosing) options.onDeath(fault);
  });

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (request: Request): void => worker.postMessage(request);

  const ask = (question: Question): Promise<IndexResponse> =>
    new Promise((resolve, reject) => {
      lastCall += 1;
      waiters.set(lastCall, { resolve, reject });
      tell({ ...question, call: lastCall });
    });

  return {
    async search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage> {
      const response = await ask({ kind: 'search', query, limit, cursor });
      return response.kind === 'page' ? response.page : reject(response);
    },
    async suggest(text: string, limit: number): Promise<readonly Suggestion[]> {
      const response = await ask({ kind: 'suggest', text, limit });
      return response.kind === 'suggestions' ? response.suggestions : reject(response);
    },
    wake: () => tell({ kind: 'wake' }),
    close() {
      isClosing = true;
      tell({ kind: 'close' });
      // Terminating the thread cannot damage a snapshot.
      const patience = setTimeout(() => void worker.terminate(), CLOSE_PATIENCE);
      return ended.promise.finally(() => clearTimeout(patience));
    },
  };
};
