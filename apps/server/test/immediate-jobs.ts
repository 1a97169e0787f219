import type { Transaction } from 'kysely';
import { afterCommit } from '#platform/database/after-commit.ts';
import type { EnqueueOptions, FailedJob, JobKind, Jobs, WorkOptions } from '#platform/jobs/jobs.ts';

type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface ImmediateJobs extends Jobs {
  /** Jobs enqueued for later: `startAfter` is ignored, and tests run them by hand. */
  readonly waiting: readonly { readonly name: string; readonly startAfter: Date }[];
  /** How many jobs of each kind may run at a time. */
  readonly lanes: ReadonlyMap<string, WorkOptions>;
  /** The kinds and groups of enqueued jobs, in order. */
  readonly groups: readonly { readonly name: string; readonly group: string | undefined }[];
  /** What `failures` returns; tests fill it, and `retry` takes from it. */
  readonly failed: FailedJob[];
  /** The cron expression of each kind that has a schedule. */
  readonly crons: ReadonlyMap<string, string>;
  /** Runs a kind's schedule now. */
  fire(name: string): Promise<void>;
  /** Runs pending jobs due up to the given time, in that order. */
  runDue(now: Date): Promise<void>;
}

interface Waiting {
  readonly name: string;
  readonly startAfter: Date;
  readonly singletonKey: string | undefined;
  readonly payload: unknown;
}

/**
 * Jobs without a queue: each runs when it is enqueued, and its error is thrown there. Payloads go
 * through JSON and their schema, as in the database. Those within a transaction run after its commit.
 */
export const createImmediateJobs = (): ImmediateJobs => {
  const handlers = new Map<string, Handler>();
  const lanes = new Map<string, WorkOptions>();
  const groups: { name: string; group: string | undefined }[] = [];
  const schedules = new Map<string, unknown>();
  const crons = new Map<string, string>();
  let waiting: Waiting[] = [];
  const failed: FailedJob[] = [];
  const stopping = new AbortController();

  const run = async (name: string, payload: unknown): Promise<void> => {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`No handler is registered for "${name}".`);
    const travelled: unknown = JSON.parse(JSON.stringify(payload));
    await handler(travelled, stopping.signal);
  };

  const enqueue = async <Payload>(
    { name }: JobKind<Payload>,
    payload: Payload,
    { startAfter, singletonKey, group }: EnqueueOptions = {},
  ): Promise<void> => {
    groups.push({ name, group });
    if (startAfter === undefined) return run(name, payload);
    const kept =
      singletonKey !== undefined &&
      waiting.some((job) => job.name === name && job.singletonKey === singletonKey);
    if (!kept) waiting.push({ name, startAfter, singletonKey, payload });
  };

  return {
    failed,
    get waiting() {
      return waiting;
    },
    lanes,
    groups,
    crons,
    work(kind, handler, options = {}) {
      lanes.set(kind.name, options);
      handlers.set(kind.name, (payload, signal) => handler(kind.payload.parse(payload), signal));
    },
    enqueue,
    async enqueueWithin<Payload, Tables>(
      transaction: Transaction<Tables>,
      kind: JobKind<Payload>,
      payload: Payload,
      options?: EnqueueOptions,
    ) {
      const key = `job ${kind.name} ${crypto.randomUUID()}`;
      afterCommit(transaction, key, () => enqueue(kind, payload, options));
    },
    counts: () =>
      Promise.resolve({ ready: 0, deferred: waiting.length, active: 0, failed: failed.length }),
    failures: async (limit) => failed.slice(0, limit),
    async retry(id) {
      const place = failed.findIndex((job) => job.id === id);
      return place === -1 ? null : (failed.splice(place, 1)[0]?.kind ?? null);
    },
    schedule(kind, cron, payload) {
      crons.set(kind.name, cron);
      schedules.set(kind.name, payload);
    },
    async fire(name) {
      if (!schedules.has(name)) throw new Error(`"${name}" has no schedule.`);
      await run(name, schedules.get(name));
    },
    async runDue(now) {
      const due = waiting
        .filter(({ startAfter }) => startAfter <= now)
        .toSorted((a, b) => a.startAfter.getTime() - b.startAfter.getTime());
      waiting = waiting.filter((job) => !due.includes(job));
      for (const { name, payload } of due) await run(name, payload);
    },
    start: async () => {},
    stop: async () => stopping.abort(new Error('The test has ended.')),
  };
};
