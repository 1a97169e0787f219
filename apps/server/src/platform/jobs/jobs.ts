import type * as z from 'zod/mini';

/** A kind of work done in the background. Payloads travel through the database and are parsed on the way out. */
export interface JobKind<Payload> {
  readonly name: string;
  readonly payload: z.ZodMiniType<Payload>;
}

export const defineJob = <Payload>(kind: JobKind<Payload>): JobKind<Payload> => kind;

export interface EnqueueOptions {
  /** Not before this time. */
  readonly startAfter?: Date;
  /** Of the jobs of one kind that wait under one key, only one is kept. */
  readonly singletonKey?: string;
}

export interface WorkOptions {
  /** How many run at once on this node; 1 where nothing is said. */
  readonly concurrency?: number;
}

/**
 * Work that outlives the request that asked for it. A job runs at least once, on one node at a time;
 * one that throws is tried again with growing delays, so handlers must bear repetition.
 */
export interface Jobs {
  /** Declares who does the work of a kind on this node; before `start`. */
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
  /** Enqueues the payload by a cron expression (minutes are the finest, in UTC), once for all nodes; before `start`. */
  schedule<Payload>(kind: JobKind<Payload>, cron: string, payload: Payload): void;
  start(): Promise<void>;
  /** Lets what runs come to its end, within bounds. */
  stop(): Promise<void>;
}
