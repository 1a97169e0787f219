import { Worker } from 'node:worker_threads';
import { type Suggestion, suggestionSchema } from '@izgodno/contract/search/calls';
import { onThreadMessage } from '#platform/thread-messages.ts';
import {
  type DealQuery,
  type DealSearch,
  type DealSearchPage,
  type FilterValues,
  InvalidCursorError,
} from '../../deal-search.ts';
import * as z from 'zod/mini';
import type { DeepReadonly } from '@izgodno/contract/common/deep-readonly';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { sortOrderSchema } from '@izgodno/contract/deals/vocabulary';
import {
  atLeastFilters,
  filters,
  flagFilters,
  oneOfFilters,
  type OneOfName,
  rangeParameters,
} from '@izgodno/contract/search/filters';
import { everyFacet } from '../facets.ts';

/** The options of the worker. */
export const workerOptionsSchema = z.object({
  connectionString: z.string(),
  /** The folder of the snapshot. */
  directory: z.string(),
});
type WorkerOptions = z.infer<typeof workerOptionsSchema>;

type FilterShape = { readonly [Name in keyof FilterValues]: z.ZodMiniType<FilterValues[Name]> };

const valueOf = (name: OneOfName) => {
  const filter = filters[name];
  return 'values' in filter ? z.enum(filter.values) : z.string();
};

// TypeScript cannot follow the rows through a list of entries: the signature says what comes out.
function makeFilterShape(): FilterShape;
function makeFilterShape(): Readonly<Record<string, z.ZodMiniType>> {
  return Object.fromEntries([
    ...oneOfFilters.map((name) => [name, z.array(valueOf(name))]),
    ...[...rangeParameters, ...atLeastFilters].map((name) => [name, z.nullable(z.int())]),
    ...flagFilters.map((name) => [name, z.boolean()]),
  ]);
}

const querySchema = z.object({
  ...makeFilterShape(),
  text: z.string(),
  sort: sortOrderSchema,
  raw: z.boolean(),
  brands: z.boolean(),
});

/** Messages to the worker. A response repeats the `call` number of its request. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('search'),
    call: z.int(),
    query: querySchema,
    limit: z.int(),
    cursor: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('suggest'), call: z.int(), text: z.string(), limit: z.int() }),
  /** Deals have changed. */
  z.object({ kind: z.literal('wake') }),
  z.object({ kind: z.literal('close') }),
]);
export type Request = DeepReadonly<z.infer<typeof requestSchema>>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));
const brandFacet = z.array(z.object({ value: z.string(), count: z.int(), name: z.string() }));

const pageSchema = z.object({
  hits: z.array(z.object({ id: z.string(), version: z.int() })),
  total: z.int(),
  facets: z.object({ ...everyFacet(() => facet), brand: brandFacet }),
  nextCursor: z.nullable(z.string()),
  partial: z.boolean(),
  correctedQuery: z.nullable(z.string()),
  dropped: z.array(z.string()),
});

/** Messages from the worker. */
const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), call: z.int(), page: pageSchema }),
  z.object({
    kind: z.literal('suggestions'),
    call: z.int(),
    suggestions: z.array(suggestionSchema),
  }),
  z.object({
    kind: z.literal('refused'),
    call: z.int(),
    reason: z.enum(['invalid_cursor', 'failed']),
    message: z.string(),
  }),
  /** The snapshot cannot be used, with the reason. */
  z.object({ kind: z.literal('snapshot_unusable'), message: z.string() }),
  z.object({ kind: z.literal('loading'), done: z.int(), expected: z.int() }),
  /** The index serves from now on. */
  z.object({ kind: z.literal('ready'), deals: z.int() }),
  /**
   * Deals have changed, so pages read before may be out of date. `isNotified` if the index was notified
   * of the change, and did not find it as another process's.
   */
  z.object({ kind: z.literal('changed'), isNotified: z.boolean() }),
  /** The index has all changes of this snapshot of PostgreSQL, and this many deals. */
  z.object({ kind: z.literal('followed'), snapshot: z.string(), deals: z.int() }),
  /** Changes cannot be followed for now. */
  z.object({ kind: z.literal('behind'), message: z.string() }),
  z.object({ kind: z.literal('following') }),
  z.object({ kind: z.literal('snapshot_failed'), message: z.string() }),
  z.object({ kind: z.literal('closed') }),
]);
export type Report = DeepReadonly<z.infer<typeof reportSchema>>;

/** Compiled, because a page has a hundred parts. */
const compiledReportSchema = z.compile(reportSchema);

/**
 * Encodes a report between the threads as text, because cloning a response's hundred small objects
 * takes several times as long.
 */
export const writeReport = (report: Report): string => JSON.stringify(report);
const readReport = (message: unknown): Report =>
  expectShape(compiledReportSchema, JSON.parse(expectShape(z.string(), message)));

/** Milliseconds that the thread has to close, including a last snapshot. */
const CLOSE_PATIENCE = 10_000;

/** Thrown for calls that were pending when the worker died. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
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

/** The thread of the index, started by the constructor. */
export class IndexWorker implements DealSearch {
  readonly #options: IndexWorkerOptions;
  readonly #thread: Worker;
  readonly #waiters = new Map<number, Waiter>();
  readonly #ended = Promise.withResolvers<void>();
  #lastCall = 0;
  #isClosing = false;
  #error = new Error('The thread of the deal index has ended.');

  constructor(options: IndexWorkerOptions) {
    this.#options = options;
    const { connectionString, directory } = options;
    this.#thread = new Worker(new URL('worker.ts', import.meta.url), {
      name: 'deal-index',
      workerData: { connectionString, directory } satisfies WorkerOptions,
    });
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

  async search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage> {
    const response = await this.#ask({ kind: 'search', query, limit, cursor });
    return response.kind === 'page' ? response.page : reject(response);
  }

  async suggest(text: string, limit: number): Promise<readonly Suggestion[]> {
    const response = await this.#ask({ kind: 'suggest', text, limit });
    return response.kind === 'suggestions' ? response.suggestions : reject(response);
  }

  /** Notifies the thread that deals have changed. */
  wake(): void {
    this.#post({ kind: 'wake' });
  }

  /** Closes the worker; resolves once the thread has ended. */
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

  #post(request: Request): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(request);
  }

  #receive(report: Report): void {
    if (!('call' in report)) {
      this.#options.onNews(report);
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
