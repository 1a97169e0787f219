import type { FastifyBaseLogger } from 'fastify';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Clock } from '#platform/clock.ts';
import { codeOf } from '#platform/code-of.ts';
import type { PartHealth } from '#platform/health.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Reads what may be some seconds old. `read` may run twice, and must not write. */
export type Reads<Tables> = <Result>(
  read: (database: Kysely<Tables>) => Promise<Result>,
) => Promise<Result>;

export interface ReplicaReads<Tables> {
  readonly read: Reads<Tables>;
  /** Compares the replica with the primary; otherwise it happens every second. */
  check(): Promise<void>;
  health(): PartHealth;
  close(): Promise<void>;
}

export interface ReplicaReadsOptions<Tables> {
  readonly primary: Kysely<Tables>;
  /** `close` closes it. */
  readonly replica: Kysely<Tables>;
  readonly clock: Clock;
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** A replica that is further behind is not read. */
const MOST_LAG_MS = 5_000;
const CHECK_EVERY_MS = 1_000;
const CHECK_LIMIT_MS = 2_000;
/** Positions of the primary that the replica has not reached; the oldest ones say how late it is. */
const MOST_POSITIONS = 60;
/** A standby cancels a statement whose rows it must remove. */
const CANCELLED = '40001';

const writtenSchema = z.tuple([z.object({ written: z.number() })]);
const replayedSchema = z.tuple([z.object({ replayed: z.nullable(z.number()) })]);

/** Bytes of the log that a primary has written. */
const readWritten = async <Tables>(database: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql`
    SELECT (pg_current_wal_lsn() - '0/0')::float8 AS written`.execute(database);
  return expectShape(writtenSchema, rows)[0].written;
};

/** Bytes of the log that a replica has replayed; null if it is none, as after a failover. */
const readReplayed = async <Tables>(database: Kysely<Tables>): Promise<number | null> => {
  const { rows } = await sql`
    SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END
        AS replayed`.execute(database);
  return expectShape(replayedSchema, rows)[0].replayed;
};

const isReasonForPrimary = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || codeOf(error) === CANCELLED;

/**
 * Reads from a replica while it responds and is at most `MOST_LAG_MS` behind, else from the primary.
 * How late it is follows from positions of the primary's log and this process's clock, because a
 * replica without a connection to the primary would call itself up to date.
 */
export const openReplicaReads = <Tables>({
  primary,
  replica,
  clock,
  logger,
}: ReplicaReadsOptions<Tables>): ReplicaReads<Tables> => {
  let ahead: { readonly written: number; readonly at: number }[] = [];
  /** Why the replica is not read; null while it is. */
  let reason: string | null = 'It was not checked yet.';

  const switchTo = (next: string | null): void => {
    if (next === reason) return;
    if (next === null) logger.info('reads go to the replica');
    else if (reason === null) logger.warn({ reason: next }, 'reads go to the primary');
    reason = next;
  };

  const notePrimary = async (): Promise<void> => {
    const at = clock.now();
    const written = await withDeadline(readWritten(primary), CHECK_LIMIT_MS);
    if (ahead.length < MOST_POSITIONS) ahead.push({ written, at });
  };

  const checkReplica = async (): Promise<string | null> => {
    const replayed = await withDeadline(readReplayed(replica), CHECK_LIMIT_MS);
    if (replayed === null) return 'It is no replica.';
    ahead = ahead.filter(({ written }) => written > replayed);
    const lag = clock.now() - (ahead[0]?.at ?? clock.now());
    return lag > MOST_LAG_MS ? 'It is behind the primary.' : null;
  };

  const check = async (): Promise<void> => {
    // Without a primary there is nothing new that the replica could miss.
    await notePrimary().catch(() => {});
    switchTo(await checkReplica().catch(() => 'It does not respond.'));
  };

  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();
  const checkOn = (): void => {
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void check().then(checkOn), CHECK_EVERY_MS).unref();
  };
  checkOn();

  return {
    async read(read) {
      if (reason !== null) return read(primary);
      try {
        return await read(replica);
      } catch (error) {
        if (!isReasonForPrimary(error)) throw error;
        switchTo('It failed a statement.');
        return read(primary);
      }
    },
    check,
    health: () =>
      reason === null
        ? { status: 'healthy' }
        : { status: 'degraded', detail: `The replica is not read. ${reason}` },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await replica.destroy();
    },
  };
};
