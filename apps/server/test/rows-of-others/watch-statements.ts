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

export interface WatchedStatements {
  /** Does some work; returns the statements that it ran, with those that followed from it. */
  during(work: () => Promise<void>): Promise<readonly Explained[]>;
}

/** Collects what PostgreSQL reports on the connections of a pool, which must still be unused. */
export const watchStatements = (pool: Pool): WatchedStatements => {
  const works = new AsyncLocalStorage<Explained[]>();
  const running = new WeakMap<PoolClient, Explained[] | undefined>();
  // Sockets have no work of their own, because their events come from outside of it.
  let latest: Explained[] = [];

  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    Object.assign(client, {
      query: (...given: readonly unknown[]): unknown => {
        running.set(client, works.getStore());
        return Reflect.apply(query, client, given);
      },
    });
    client.on('notice', ({ message = '' }) => {
      if (!NOTICE.test(message)) return;
      const explained = expectShape(explainedSchema, parseJson(message.replace(NOTICE, '')));
      const work = running.get(client) ?? latest;
      work.push({ statement: explained['Query Text'], plan: explained.Plan });
    });
  });

  const isIdle = (): boolean => pool.waitingCount === 0 && pool.idleCount === pool.totalCount;
  return {
    async during(work) {
      const found: Explained[] = [];
      latest = found;
      await works.run(found, work);
      for (let turns = 0; turns < 5; turns += 1) {
        if (!isIdle()) turns = 0;
        await nextTurn();
      }
      return found;
    },
  };
};
