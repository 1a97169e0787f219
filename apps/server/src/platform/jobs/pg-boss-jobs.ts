import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery, type Transaction } from 'kysely';
import { PgBoss, type ConstructorOptions, type SendOptions } from 'pg-boss';
import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { systemClock } from '#platform/clock.ts';
import { afterCommit } from '#platform/database/after-commit.ts';
import { STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import { connectingTo } from '#platform/database/hosts.ts';
import { repeatUntilReached } from '#platform/database/wait-for-database.ts';
import { LineLimit } from '#platform/line-limit.ts';
import type { EnqueueOptions, FailedJob, JobKind, Jobs, WorkOptions } from './jobs.ts';

/** Connections of the queue, in addition to the application's. */
const MAX_CONNECTIONS = 4;
/** Milliseconds for running jobs when the process stops, before their signal is aborted. */
const GRACE = 1_500;
/** Milliseconds after which running jobs are given up; another node repeats them. */
const STOP_LIMIT = 3_500;

/** Milliseconds that storing a job is repeated while the database is unavailable. */
const ENQUEUE_LIMIT_MS = 15_000;

/** Seconds after which a worker looks for work although nothing has woken it. */
const IDLE_POLL_SECONDS = 60;

/** Lines about errors of the queue itself: without the database there would be dozens a second. */
const ERROR_LINES = { lines: 5, windowMs: MINUTE_MS } as const;

const queueOptions = {
  // At most one pending job per key. A job without a key gets a unique one.
  policy: 'short',
  // Up to 15 minutes between two attempts, about three hours in all.
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 900,
  // A job may take hours, but must send heartbeats, so that a killed node's jobs are soon repeated.
  expireInSeconds: 86_400,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 86_400,
} as const;

interface Worker {
  readonly name: string;
  readonly concurrency: number;
  readonly groupConcurrency: number | undefined;
  readonly run: (data: unknown, signal: AbortSignal) => Promise<void>;
}

interface Schedule {
  readonly name: string;
  readonly cron: string;
  readonly payload: unknown;
}

export interface PgBossJobsOptions {
  readonly connectionString: string;
  readonly logger: FastifyBaseLogger;
  /** Seconds between two looks for due work of all kinds; work enqueued on this node is seen at once. */
  readonly pollSeconds?: number;
  /** For tests: pg-boss's clock, which also replaces the database's. */
  readonly clock?: NonNullable<ConstructorOptions['clock']>;
}

const asData = (payload: unknown): object => ({ payload });

const payloadOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'payload' in data ? data.payload : undefined;

const failedRows = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    failedAt: z.date(),
    attempts: z.number(),
    error: z.string(),
  }),
);

/** The newest jobs of all kinds that failed for good. */
const readFailures = async (boss: PgBoss, limit: number): Promise<readonly FailedJob[]> => {
  const { rows } = await boss.getDb().executeSql(
    `SELECT id, name AS kind, completed_on AS "failedAt", retry_count + 1 AS attempts,
            coalesce(output ->> 'message', '') AS error
       FROM pgboss.job WHERE state = 'failed' AND completed_on IS NOT NULL
      ORDER BY completed_on DESC, id LIMIT $1`,
    [limit],
  );
  return expectShape(failedRows, rows);
};

/** The kinds that have a job to run. `now` is epoch milliseconds. */
const readDueKinds = async (
  boss: PgBoss,
  kinds: readonly string[],
  now: number,
): Promise<readonly string[]> => {
  const { rows } = await boss.getDb().executeSql(
    `SELECT kind FROM unnest($1::text[]) AS kind
      WHERE EXISTS (
        SELECT FROM pgboss.job
         WHERE name = kind AND state < 'active' AND NOT blocked
           AND start_after <= to_timestamp($2::float8 / 1000))`,
    [kinds, now],
  );
  return expectShape(z.array(z.object({ kind: z.string() })), rows).map(({ kind }) => kind);
};

const retryFailed = async (boss: PgBoss, id: string): Promise<string | null> => {
  const { rows } = await boss
    .getDb()
    .executeSql(`SELECT name FROM pgboss.job WHERE id = $1 AND state = 'failed'`, [id]);
  const [found] = expectShape(z.array(z.object({ name: z.string() })), rows);
  if (found === undefined) return null;
  await boss.retry(found.name, id);
  return found.name;
};

const sendOptions = ({
  startAfter,
  singletonKey = crypto.randomUUID(),
  priority = 0,
  group,
}: EnqueueOptions): SendOptions => ({
  singletonKey,
  priority,
  ...(group === undefined ? {} : { group: { id: group } }),
  ...(startAfter === undefined ? {} : { startAfter }),
});

/** Runs the queue's statements on a connection of the application. */
const through = <Tables>(transaction: Transaction<Tables>): NonNullable<SendOptions['db']> => ({
  executeSql: async (text, values = []) => {
    const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/**
 * Stores a job also if the database fails over meanwhile, because its caller has often committed what
 * the job belongs to. The id keeps a job single whose response was lost.
 */
const sendUntilStored = async (
  boss: PgBoss,
  name: string,
  payload: unknown,
  options: SendOptions,
): Promise<void> => {
  const id = crypto.randomUUID();
  const limit = AbortSignal.timeout(ENQUEUE_LIMIT_MS);
  let reason: unknown;
  const send = (): Promise<unknown> => boss.send(name, asData(payload), { ...options, id });
  const keepReason = (error: unknown): void => void (reason = error);
  await repeatUntilReached(send, keepReason, limit).catch((error: unknown) => {
    throw limit.aborted ? (reason ?? error) : error;
  });
};

/** Enqueues one job from a process that runs none, such as a command. */
export const enqueueFromCommand = async <Payload>(
  connectionString: string,
  kind: JobKind<Payload>,
  payload: Payload,
): Promise<void> => {
  const boss = new PgBoss({
    ...connectingTo(connectionString),
    application_name: 'izgodno-command',
    max: 1,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    await boss.createQueue(kind.name, queueOptions);
    await boss.send(kind.name, asData(payload), { singletonKey: crypto.randomUUID() });
  } finally {
    await boss.stop({ graceful: false });
  }
};

/** Jobs stored in the product's database, in a schema that pg-boss creates and migrates. */
export const createPgBossJobs = ({
  connectionString,
  logger,
  pollSeconds = 2,
  clock,
}: PgBossJobsOptions): Jobs => {
  const workers = new Map<string, Worker>();
  const schedules: Schedule[] = [];
  const workerIds = new Map<string, string[]>();
  const stopping = new AbortController();
  const watching = new AbortController();
  let started = false;

  // pg-boss passes all of these to its pool.
  const connecting = {
    ...connectingTo(connectionString),
    query_timeout: STATEMENT_LIMIT_MS,
  };
  const boss = new PgBoss({
    ...connecting,
    application_name: 'izgodno-jobs',
    max: MAX_CONNECTIONS,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    ...(clock === undefined ? {} : { clock }),
  });
  const limit = new LineLimit({ ...ERROR_LINES, clock: systemClock });
  // Without a listener a lost database would end the process. The next look for due work retries.
  const reportError = (error: unknown): void => {
    const line = limit.next();
    if (line !== null) logger.warn({ err: error, ...line }, 'job queue');
  };
  boss.on('error', reportError);
  boss.on('warning', ({ message }) => logger.warn({ warning: message }, 'job queue'));

  /** Makes this node's workers of a kind look for work now. */
  const notifyWorkers = (name: string): void =>
    workerIds.get(name)?.forEach((worker) => boss.notifyWorker(worker));

  /** Wakes workers that have work to do: one statement for all kinds, since most are idle. */
  const notifyOfDueJobs = async (): Promise<void> => {
    const now = (clock ?? systemClock).now();
    for (const name of await readDueKinds(boss, [...workers.keys()], now)) notifyWorkers(name);
  };

  /** Looks for due work until the stop. */
  const watchForDue = async ({ signal }: AbortController): Promise<void> => {
    while (!signal.aborted) {
      await notifyOfDueJobs().catch((error: unknown) => signal.aborted || reportError(error));
      await sleep(pollSeconds * SECOND_MS, undefined, { signal }).catch(() => {});
    }
  };

  const startWorker = async ({ name, groupConcurrency, run }: Worker): Promise<void> => {
    const id = await boss.work(
      name,
      {
        pollingIntervalSeconds: IDLE_POLL_SECONDS,
        ...(groupConcurrency === undefined ? {} : { localGroupConcurrency: groupConcurrency }),
      },
      async (jobs: { readonly data: unknown; readonly signal: AbortSignal }[]) => {
        for (const job of jobs) {
          try {
            await run(payloadOf(job.data), AbortSignal.any([job.signal, stopping.signal]));
          } catch (error) {
            // Thrown in either case, so that the queue repeats it; an abort by the stop is no
            // failure.
            if (stopping.signal.aborted) {
              logger.info({ job: name }, 'job interrupted by the stop, to be repeated');
            } else {
              logger.warn({ err: error, job: name }, 'job failed');
            }
            throw error;
          } finally {
            // The next job of its kind may wait already.
            notifyWorkers(name);
          }
        }
      },
    );
    workerIds.set(name, [...(workerIds.get(name) ?? []), id]);
  };

  /** Creates queues that are missing. The library would run a statement for each that exists. */
  const createQueues = async (): Promise<void> => {
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const name of workers.keys())
      if (!existing.has(name)) await boss.createQueue(name, queueOptions);
  };

  /** Stores schedules that are new or differ, and removes those that are no longer registered. */
  const storeSchedules = async (): Promise<void> => {
    const stored = new Map((await boss.getSchedules()).map((found) => [found.name, found]));
    for (const { name, cron, payload } of schedules) {
      const found = stored.get(name);
      const data = asData(payload);
      if (found?.cron !== cron || !isDeepStrictEqual(found.data, data))
        await boss.schedule(name, cron, data, { tz: 'UTC' });
      stored.delete(name);
    }
    for (const name of stored.keys()) await boss.unschedule(name);
  };

  return {
    work<Payload>(
      kind: JobKind<Payload>,
      handler: (payload: Payload, signal: AbortSignal) => Promise<void>,
      { concurrency = 1, groupConcurrency }: WorkOptions = {},
    ) {
      if (started) throw new Error(`The work of "${kind.name}" is declared after the start.`);
      if (workers.has(kind.name)) throw new Error(`The work of "${kind.name}" is declared twice.`);
      workers.set(kind.name, {
        name: kind.name,
        concurrency,
        groupConcurrency,
        run: async (data, signal) => handler(expectShape(kind.payload, data), signal),
      });
    },
    async enqueue<Payload>(kind: JobKind<Payload>, payload: Payload, options: EnqueueOptions = {}) {
      await sendUntilStored(boss, kind.name, payload, sendOptions(options));
      if (options.startAfter === undefined) notifyWorkers(kind.name);
    },
    async enqueueWithin<Payload, Tables>(
      transaction: Transaction<Tables>,
      { name }: JobKind<Payload>,
      payload: Payload,
      options: EnqueueOptions = {},
    ) {
      const db = through(transaction);
      await boss.send(name, asData(payload), { ...sendOptions(options), db });
      if (options.startAfter === undefined)
        afterCommit(transaction, `job ${name}`, () => notifyWorkers(name));
    },
    schedule<Payload>(kind: JobKind<Payload>, cron: string, payload: Payload) {
      if (started) throw new Error(`"${kind.name}" is scheduled after the start.`);
      schedules.push({ name: kind.name, cron, payload });
    },
    async counts() {
      const queues = await boss.getQueues();
      const sum = (countOf: (queue: (typeof queues)[number]) => number): number =>
        queues.reduce((total, queue) => total + countOf(queue), 0);
      return {
        ready: sum(({ readyCount }) => readyCount),
        deferred: sum(({ deferredCount }) => deferredCount),
        active: sum(({ activeCount }) => activeCount),
        failed: sum(({ failedCount }) => failedCount),
      };
    },
    failures: (limit) => readFailures(boss, limit),
    async retry(id) {
      const kind = await retryFailed(boss, id);
      if (kind !== null) notifyWorkers(kind);
      return kind;
    },
    async start() {
      started = true;
      await boss.start();
      await createQueues();
      await storeSchedules();
      for (const worker of workers.values())
        // Each by itself, because only the first worker of a group can be woken.
        for (let count = 0; count < worker.concurrency; count += 1) await startWorker(worker);
      void watchForDue(watching);
    },
    async stop() {
      watching.abort();
      const timer = setTimeout(() => stopping.abort(new Error('The process stops.')), GRACE);
      try {
        await boss.stop({ graceful: true, timeout: STOP_LIMIT });
      } finally {
        clearTimeout(timer);
        stopping.abort(new Error('The process stops.'));
      }
    },
  };
};
