import type { SearchServer } from '#config/search-url.ts';
import { messageOf } from '#platform/message-of.ts';
import {
  openTablesServer,
  TablesUnavailableError,
  type TablesServer,
  type TablesServerOptions,
} from './connection.ts';
import { readState, type TableState } from './table-state.ts';

/** What is known of a shard. */
export interface ShardLook {
  /** Of each copy that answers; null if its tables are empty. */
  readonly states: readonly (TableState | null)[];
  /** Why each of the others does not. */
  readonly away: readonly string[];
}

/**
 * A part of the deals, on one server, or on several that have the same tables: its copies. Each copy is
 * written. One that does not answer is left out until the next look: its state then tells which changes
 * it lacks, so it must not be given the state of changes that it has missed.
 */
export class Shard {
  readonly #copies: readonly TablesServer[];
  #present: readonly TablesServer[];

  constructor(
    copies: readonly SearchServer[],
    options: Omit<TablesServerOptions, 'host' | 'port'>,
  ) {
    this.#copies = copies.map((copy) => openTablesServer({ ...copy, ...options }));
    this.#present = this.#copies;
  }

  /** Looks at every copy, also at those that were left out. */
  async look(): Promise<ShardLook> {
    this.#present = this.#copies;
    const { values, failures } = await this.#ask(readState);
    return { states: values, away: failures.map(messageOf) };
  }

  /**
   * The states of the copies that have not been left out since the last look.
   *
   * @throws TablesUnavailableError if there is none
   */
  states(): Promise<readonly (TableState | null)[]> {
    return this.#askPresent(readState);
  }

  /**
   * Sends statements to the copies that have not been left out since the last look.
   *
   * @throws TablesUnavailableError if none of them carries them out
   */
  async query(statements: readonly string[]): Promise<void> {
    await this.#askPresent((copy) => copy.query(statements));
  }

  async close(): Promise<void> {
    await Promise.all(this.#copies.map((copy) => copy.close()));
  }

  async #askPresent<Result>(
    ask: (copy: TablesServer) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const { values, failures } = await this.#ask(ask);
    if (values.length > 0) return values;
    throw failures[0] ?? new TablesUnavailableError('No copy of the shard answers.');
  }

  async #ask<Result>(ask: (copy: TablesServer) => Promise<Result>) {
    const asked = this.#present;
    const results = await Promise.allSettled(asked.map(ask));
    const values: Result[] = [];
    const failures: unknown[] = [];
    for (const [at, result] of results.entries()) {
      if (result.status === 'fulfilled') {
        values.push(result.value);
        continue;
      }
      failures.push(result.reason);
      this.#present = this.#present.filter((copy) => copy !== asked[at]);
    }
    return { values, failures };
  }
}
