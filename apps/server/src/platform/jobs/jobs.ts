import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';

/** A kind of background job. Payloads are stored in the database and parsed when read. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodMiniType<Payload>;
}

export const defineJob = <Payload>(kind: JobKind<Payload>): JobKind<Payload> => kind;

export interface EnqueueOptions {
  /** The earliest start. */
  readonly startAfter?: Date;
  /** Of a kind's pending jobs with one key only one is kept. */
  readonly singletonKey?: string;
  /** Of a kind's due jobs those with the greatest priority start first; default 0. */
  readonly priority?: number;
  /** What `groupConcurrency` counts by. */
  readonly group?: string;
}

export interface WorkOptions {
  /** The concurrency on this node; default 1. */
  readonly concurrency?: number;
  /** The concurrency of the jobs of one group on this node; no limit by default. */
  readonly groupConcurrency?: number;
}

/** A job that will not be retried by itself. */
export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly failedAt: Date;
  readonly attempts: number;
  /** The message of the last error, as it was thrown. */
  readonly error: string;
}

/** Jobs of all kinds. Failed ones will not be retried. */
type JobCounts = Readonly<Record<'ready' | 'deferred' | 'active' | 'failed', number>>;

/**
 * Background jobs, which outlive the request that enqueued them. A job runs at least once, on one
 * node at a time; a failed one is retried with growing delays, so handlers must be idempotent.
 */
export interface Jobs {
  /** Registers this node's handler of a kind; before `start`. */
  work<Payload>(
    kind: JobKind<Payload>,
    handler: (payload: Payload, signal: AbortSignal) => Promise<void>,
    options?: WorkOptions,
  ): void;
  enqueue<Payload>(
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Enqueues a job as part of a transaction of `openDatabase`: it exists if and only if the
   * transaction commits, also if the process is killed right after that. For what follows from a
   * write.
   */
  enqueueWithin<Payload, Tables>(
    transaction: Transaction<Tables>,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Enqueues the payload by a cron expression (minutes are the finest, in UTC), once for all nodes;
   * before `start`.
   */
  schedule<Payload>(kind: JobKind<Payload>, cron: string, payload: Payload): void;
  /** The number of jobs by state, some seconds old. */
  counts(): Promise<JobCounts>;
  /** The jobs that failed last, newest first. They are kept for a day. */
  failures(limit: number): Promise<readonly FailedJob[]>;
  /** Gives a failed job one more attempt, at once; returns its kind, or null if there is none. */
  retry(id: string): Promise<string | null>;
  start(): Promise<void>;
  /** Waits for running jobs, within limits. */
  stop(): Promise<void>;
}
