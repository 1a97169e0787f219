import { Worker, type MessagePort } from 'node:worker_threads';
import type { Suggestion } from '@izgodno/contract/search/calls';
import { onThreadMessage } from '#platform/thread-messages.ts';
import {
  type DealQuery,
  type DealSearch,
  type DealSearchPage,
  InvalidCursorError,
} from '../../deal-search.ts';
import {
  type Call,
  type IndexChange,
  type IndexResponse,
  readReport,
  type Request,
} from './messages.ts';

/** Milliseconds that a thread has to close, including a last snapshot. */
const CLOSE_PATIENCE = 10_000;

/** Thrown for calls that were pending when their thread died. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
}

/** A call without its number. */
type Question = Call extends infer Each ? (Each extends Call ? Omit<Each, 'call'> : never) : never;

interface Waiter {
  readonly resolve: (response: IndexResponse) => void;
  readonly reject: (error: Error) => void;
}

export interface SearchThreadOptions {
  /** The module that the thread runs. */
  readonly file: URL;
  readonly name: string;
  readonly workerData?: unknown;
  readonly onReport: (report: IndexChange) => void;
  /** Called if the thread ends without having been closed. */
  readonly onDeath: (error: Error) => void;
}

const reject = (response: IndexResponse): never => {
  if (response.kind !== 'refused') throw new Error(`The index responded with ${response.kind}.`);
  if (response.reason === 'invalid_cursor') throw new InvalidCursorError(response.message);
  throw new Error(response.message);
};

/** A thread that answers searches, started by the constructor. */
export class SearchThread implements DealSearch {
  readonly #options: SearchThreadOptions;
  readonly #thread: Worker;
  readonly #waiters = new Map<number, Waiter>();
  readonly #ended = Promise.withResolvers<void>();
  #lastCall = 0;
  #isClosing = false;
  #error = new Error('The thread of the deal index has ended.');

  constructor(options: SearchThreadOptions) {
    this.#options = options;
    const { file, name, workerData } = options;
    this.#thread = new Worker(file, { name, workerData });
    onThreadMessage(
      this.#thread,
      (message) => this.#receive(readReport(message)),
      (error) => {
        // A thread that sends invalid messages is replaced.
        this.#fail(error);
        void this.#thread.terminate();
      },
    );
    this.#thread.on('error', (error) => this.#fail(error));
    this.#thread.on('exit', () => this.#end());
  }

  /** The number of calls that the thread has not answered yet. */
  get pending(): number {
    return this.#waiters.size;
  }

  async search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage> {
    const response = await this.#ask({ kind: 'search', query, limit, cursor });
    return response.kind === 'page' ? response.page : reject(response);
  }

  async suggest(text: string, limit: number): Promise<readonly Suggestion[]> {
    const response = await this.#ask({ kind: 'suggest', text, limit });
    return response.kind === 'suggestions' ? response.suggestions : reject(response);
  }

  /** Hands the thread one end of the channel between it and another thread of the index. */
  connect(port: MessagePort): void {
    this.#thread.postMessage({ kind: 'connect', port } satisfies Request, [port]);
  }

  /** Notifies the thread that deals have changed. */
  notify(): void {
    this.#post({ kind: 'wake' });
  }

  /** Closes the thread; resolves once it has ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#post({ kind: 'close' });
    // Terminating the thread cannot damage a snapshot.
    const patience = setTimeout(() => void this.#thread.terminate(), CLOSE_PATIENCE);
    await this.#ended.promise;
    clearTimeout(patience);
  }

  #ask(question: Question): Promise<IndexResponse> {
    return new Promise((resolve, reject) => {
      this.#lastCall += 1;
      this.#waiters.set(this.#lastCall, { resolve, reject });
      this.#post({ ...question, call: this.#lastCall });
    });
  }

  #post(request: Call | Exclude<Request, { readonly kind: 'connect' }>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(request);
  }

  #receive(report: IndexResponse | IndexChange): void {
    if (!('call' in report)) {
      this.#options.onReport(report);
      return;
    }
    this.#waiters.get(report.call)?.resolve(report);
    this.#waiters.delete(report.call);
  }

  #fail(error: unknown): void {
    this.#error = error instanceof Error ? error : new Error(String(error));
  }

  #end(): void {
    for (const { reject } of this.#waiters.values()) {
      reject(new IndexUnavailableError('The deal index has stopped.', { cause: this.#error }));
    }
    this.#waiters.clear();
    this.#ended.resolve();
    if (!this.#isClosing) this.#options.onDeath(this.#error);
  }
}
