import type { MessagePort } from 'node:worker_threads';
import type { DealIndex } from '../index/deal-index.ts';
import { IndexDifferences } from './index-differences.ts';

/** Milliseconds that a thread has to apply an update. A slower one is cut off, and replaced. */
const APPLY_PATIENCE = 60_000;

/** Sends an index and its changes to one thread that reads it, one update at a time. */
class IndexFeed {
  readonly #port: MessagePort;
  readonly #differences = new IndexDifferences();
  /** Called when the update on its way is applied; null if none is. */
  #sent: readonly (() => void)[] | null = null;
  /** Called when the next one is. */
  #waiting: (() => void)[] = [];
  #index: DealIndex | null = null;
  #patience: NodeJS.Timeout | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', () => this.#applied());
    port.on('close', () => this.#end());
    port.unref();
  }

  /** Resolves when the thread has all changes of the index, or has ended. */
  send(index: DealIndex): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#index = index;
    this.#waiting.push(resolve);
    if (this.#sent === null) this.#sendNext();
    return promise;
  }

  #sendNext(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const update = this.#index === null ? null : this.#differences.next(this.#index);
    if (update === null) {
      for (const resolve of waiting) resolve();
      return;
    }
    this.#sent = waiting;
    this.#patience = setTimeout(() => this.#port.close(), APPLY_PATIENCE).unref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#port.postMessage(update);
  }

  #applied(): void {
    clearTimeout(this.#patience);
    for (const resolve of this.#sent ?? []) resolve();
    this.#sent = null;
    if (this.#waiting.length > 0) this.#sendNext();
  }

  #end(): void {
    clearTimeout(this.#patience);
    for (const resolve of [...(this.#sent ?? []), ...this.#waiting]) resolve();
  }
}

/** The threads that read an index which this thread changes. */
export class IndexFeeds {
  readonly #feeds = new Set<IndexFeed>();
  #index: DealIndex | null = null;

  /** Sends the index to the thread at the other end of the port, until it ends. */
  connect(port: MessagePort): void {
    const feed = new IndexFeed(port);
    this.#feeds.add(feed);
    port.on('close', () => this.#feeds.delete(feed));
    if (this.#index !== null) void feed.send(this.#index);
  }

  /** Resolves when all threads have all changes of the index. */
  async send(index: DealIndex): Promise<void> {
    this.#index = index;
    await Promise.all(Array.from(this.#feeds, (feed) => feed.send(index)));
  }
}
