import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import { withDeadline } from '#platform/with-deadline.ts';

/** Milliseconds since an outage began in which reads wait for its end, as a failover takes. */
const PATIENCE_MS = 10_000;
/** Milliseconds between two looks whether the database is back. */
const LOOK_MS = 200;
/** A look that takes longer counts as failed. */
const LONGEST_LOOK_MS = 2_000;
/** More reads than these fail at once. */
const MOST_WAITING = 2_000;

export interface OutageOptions {
  /** Rejects while the database is unavailable. */
  readonly reach: () => Promise<unknown>;
  readonly patienceMs?: number;
}

/**
 * Lets reads outlast a failover of the database: they wait until it is back, and are made again. An
 * outage that lasts longer is no failover; reads then fail at once until it is over.
 */
class Outages {
  readonly #reach: () => Promise<unknown>;
  readonly #patienceMs: number;
  readonly #closing = new AbortController();
  #began: number | null = null;
  #end: Promise<boolean> = Promise.resolve(true);
  #waiting = 0;

  constructor({ reach, patienceMs = PATIENCE_MS }: OutageOptions) {
    this.#reach = reach;
    this.#patienceMs = patienceMs;
  }

  /**
   * The result of a read, or of its repetitions while the database is briefly unavailable. A read
   * that has begun to respond is not repeated.
   */
  async outlast<Result>(
    read: Promise<Result>,
    again: () => Promise<Result>,
    mayRepeat: () => boolean = () => true,
  ): Promise<Result> {
    const latest = performance.now() + this.#patienceMs;
    for (let attempt = read; ; attempt = again()) {
      try {
        return await attempt;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() >= latest || !mayRepeat())
          throw error;
        if (!(await this.#waitForEnd())) throw error;
      }
    }
  }

  /** Whether the outage that was just seen is still short enough for reads to wait for its end. */
  isBrief(): boolean {
    this.#watch();
    return this.#began === null || performance.now() - this.#began < this.#patienceMs;
  }

  close(): void {
    this.#closing.abort();
  }

  /** Returns whether the outage has ended; false at once if the read must not wait for that. */
  async #waitForEnd(): Promise<boolean> {
    if (!this.isBrief() || this.#waiting >= MOST_WAITING) return false;
    this.#waiting += 1;
    try {
      return await this.#end;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Begins to look for the end of an outage, once for all who wait. */
  #watch(): void {
    if (this.#began !== null || this.#closing.signal.aborted) return;
    const began = performance.now();
    this.#began = began;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#end = promise;
    void this.#look(began, resolve);
  }

  async #look(began: number, report: (isOver: boolean) => void): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
      const isOver = await withDeadline(this.#reach(), LONGEST_LOOK_MS).then(
        () => true,
        () => false,
      );
      if (isOver) {
        this.#began = null;
        report(true);
        return;
      }
      if (performance.now() - began >= this.#patienceMs) report(false);
    }
    report(false);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    outages: Outages;
  }
}

/** Makes every route that only reads outlast an outage. Before the routes. */
export const registerOutages = (app: FastifyInstance, options: OutageOptions): void => {
  const outages = new Outages(options);
  app.decorate('outages', outages);
  app.addHook('onClose', async () => outages.close());
  app.addHook('onRoute', (route) => {
    const { handler, method } = route;
    if (method !== 'GET') return;
    route.handler = function outlastOutage(request, reply) {
      const read = (): unknown => Reflect.apply(handler, this, [request, reply]);
      const result = read();
      return result instanceof Promise
        ? outages.outlast<unknown>(
            result,
            async () => read(),
            () => !reply.sent,
          )
        : result;
    };
  });
};
