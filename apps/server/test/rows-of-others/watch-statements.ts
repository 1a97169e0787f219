import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { parseJson } from '@izgodno/contract/common/parse-json';

const stepSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  'Rows Removed by Index Recheck': z.optional(z.number()),
  'Rows Removed by Join Filter': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(stepSchema));
  },
});
export type PlanStep = z.infer<typeof stepSchema>;
const explainedSchema = z.object({ 'Query Text': z.string(), Plan: stepSchema });

/** A statement with its plan as PostgreSQL ran it. */
export interface Explained {
  readonly statement: string;
  readonly plan: PlanStep;
  /** Whether a call ran it: not a socket, and not what runs by the clock. */
  readonly isOfCall: boolean;
}

/**
 * Settings of the watched connections. A module of PostgreSQL reports the plan of each statement, also
 * of those in triggers and foreign keys. What is paid for each row costs ten times as much as by default,
 * so that plans are those of tables with ten times as many rows.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  seq_page_cost: '10',
  cpu_tuple_cost: '0.1',
  cpu_index_tuple_cost: '0.05',
  cpu_operator_cost: '0.025',
};

/** The address of a database whose connections report their statements. */
export const watchedAddress = (connectionString: string): string => {
  const url = new URL(connectionString);
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set('options', options.join(' '));
  return url.href;
};

const NOTICE = /^duration: [\d.]+ ms {2}plan:\n/;
const BEGINS = /^(begin|start transaction)\b/i;
const ROLLS_BACK = /^rollback$/i;
const COMMITS = /^commit$/i;
const WRITES = /\b(insert into|delete from|update (only )?["\w.]+ (as \S+ |\w+ )?set)\b/i;
/** Aborts a transaction as a server does that shuts down. */
const REJECTION = `DO $$ BEGIN RAISE 'rejected by the test' USING ERRCODE = '57P01'; END $$`;

const textOf = (query: unknown): string =>
  z.string().safeParse(query).data ??
  z.object({ text: z.string() }).safeParse(query).data?.text ??
  '';

/** What followed from some work. */
export interface Ran {
  readonly statements: readonly Explained[];
  /** The texts of what it wrote, by transactions that were committed, without jobs. */
  readonly written: readonly (readonly string[])[];
  /** The texts of the writes of the transaction that was rejected, if one was. */
  readonly rejected: readonly string[];
  /** What left the database: messages of the bus, mails, jobs. */
  readonly effects: readonly string[];
}

interface Work {
  readonly statements: Explained[];
  readonly written: (readonly string[])[];
  readonly effects: string[];
  rejected: readonly string[];
  readonly mayReject: (writes: readonly string[]) => boolean;
  /** The number of such transactions until one is rejected; 0 for none. */
  toReject: number;
}

/** Adds the writes of a transaction that is about to commit; returns whether it must be rejected. */
const commit = (work: Work, writes: readonly string[]): boolean => {
  if (writes.length === 0) return false;
  const mayReject = work.mayReject(writes);
  if (mayReject) work.toReject -= 1;
  const isRejected = mayReject && work.toReject === 0;
  if (isRejected) work.rejected = writes;
  else work.written.push(writes);
  return isRejected;
};

/** The transaction of some work that is rejected when it commits. */
interface Rejecting {
  /** The place among those that write and that `mayReject` accepts. */
  readonly nth: number;
  readonly mayReject: (writes: readonly string[]) => boolean;
}
const rejectNone: Rejecting = { nth: 0, mayReject: () => false };

export interface WatchedStatements {
  /** Does some work, in which a transaction may be rejected; returns what followed from it. */
  during(work: () => Promise<void>, rejecting?: Rejecting): Promise<Ran>;
  /** Notes an effect of the present work. */
  note(effect: string): void;
  /** Does what a job or a reader of the bus does, whose writes and effects are its own. */
  apart<Result>(work: () => Result): Result;
}

/** Collects what PostgreSQL reports on the connections of a pool, which must still be unused. */
export const watchStatements = (pool: Pool): WatchedStatements => {
  const works = new AsyncLocalStorage<{ readonly work: Work; readonly isApart: boolean }>();
  const running = new WeakMap<PoolClient, Work | undefined>();
  // Sockets have no work of their own, because their events come from outside of it.
  let latest: Explained[] = [];

  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    /** The writes of the open transaction. */
    let open: string[] | null = null;
    /** Whether the statement must be rejected. */
    const observe = (text: string): boolean => {
      const store = works.getStore();
      running.set(client, store?.work);
      if (BEGINS.test(text)) open = [];
      const writes = open ?? [];
      if (WRITES.test(text)) writes.push(text);
      if (COMMITS.test(text) || ROLLS_BACK.test(text)) open = null;
      const isEnd = open === null && !ROLLS_BACK.test(text);
      return store?.isApart === false && isEnd && commit(store.work, writes);
    };
    Object.assign(client, {
      query: (...given: readonly unknown[]): unknown => {
        const callbacks = given.filter((value) => typeof value === 'function');
        return observe(textOf(given[0]))
          ? Reflect.apply(query, client, [REJECTION, ...callbacks])
          : Reflect.apply(query, client, given);
      },
    });
    client.on('notice', ({ message = '' }) => {
      if (!NOTICE.test(message)) return;
      const explained = expectShape(explainedSchema, parseJson(message.replace(NOTICE, '')));
      const own = running.get(client)?.statements;
      (own ?? latest).push({
        statement: explained['Query Text'],
        plan: explained.Plan,
        isOfCall: own !== undefined,
      });
    });
  });

  const isIdle = (): boolean => pool.waitingCount === 0 && pool.idleCount === pool.totalCount;
  return {
    async during(act, { nth, mayReject } = rejectNone) {
      const statements: Explained[] = [];
      const work: Work = {
        statements,
        written: [],
        effects: [],
        rejected: [],
        mayReject,
        toReject: nth,
      };
      latest = statements;
      await works.run({ work, isApart: false }, act);
      for (let turns = 0; turns < 5; turns += 1) {
        if (!isIdle()) turns = 0;
        await nextTurn();
      }
      return work;
    },
    note(effect) {
      const store = works.getStore();
      if (store?.isApart === false) store.work.effects.push(effect);
    },
    apart: (act) => {
      const store = works.getStore();
      return store === undefined ? act() : works.run({ ...store, isApart: true }, act);
    },
  };
};
