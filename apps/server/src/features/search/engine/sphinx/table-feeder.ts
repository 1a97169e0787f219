import {
  isLost,
  readPosition,
  type TransactionPosition,
} from '#platform/database/transaction-position.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { estimateDeals, readChanges, readLiveDeals, type Changes } from '../replica/changes.ts';
import { PositionLostError } from '../replica/replica.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import type { Dialect } from './dialect.ts';
import type { Shard } from './shard.ts';
import { writeState, type TableState } from './table-state.ts';
import { dealsTable, wordsTable, writeDeals, writeWords, type Generation } from './tables.ts';

/** Ids or words in one statement. */
const LISTED_AT_ONCE = 2_000;
/** Deals in one statement, which must stay below `max_packet_size`. */
const WRITTEN_AT_ONCE = 250;
/** Words whose writing is remembered; more are forgotten and written again, which changes nothing. */
const MOST_REMEMBERED = 1_000_000;

export interface TableFeederOptions {
  readonly database: Database;
  readonly shards: readonly Shard[];
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** The code that analyses the words. */
  readonly digest: string;
  /** Called before each write; throws once this process must not write any more. */
  readonly requireLead: () => void;
}

const chunksOf = <Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );

/** Writes deals and their changes into the tables of all shards. One process at a time may use it. */
export class TableFeeder {
  readonly #options: TableFeederOptions;
  /** The words that this process has written, of which generation. */
  #written: { readonly generation: Generation | null; readonly words: Set<string> } = {
    generation: null,
    words: new Set(),
  };
  /** Of the state that this process has reached. */
  #serial: number | null = null;

  constructor(options: TableFeederOptions) {
    this.#options = options;
  }

  /**
   * Writes all changes since a state, and returns the new state with the number of changed deals.
   *
   * @throws PositionLostError if the database has lost changes that the tables have
   */
  async follow(state: TableState): Promise<{ readonly state: TableState; readonly count: number }> {
    const now = await readPosition(this.#options.database);
    // A server that was away may lack words that this process has written to others.
    if (state.serial !== this.#serial) this.#written = { generation: null, words: new Set() };
    if (isLost(state.position, now))
      throw new PositionLostError('The database has another history than the search tables.');
    const serial = Math.max(state.serial + 1, this.#options.clock.now());
    const count = await this.#readChanges(state.generation, state.position, now, serial);
    const followedAt = this.#options.clock.now();
    this.#serial = count > 0 ? serial : state.serial;
    return { count, state: { ...state, position: now, followedAt, serial: this.#serial } };
  }

  async writeStates(state: TableState): Promise<void> {
    this.#options.requireLead();
    await Promise.all(this.#options.shards.map((shard) => writeState(shard, state)));
  }

  /** Empties the tables of a generation that does not serve. */
  async empty(generation: Generation): Promise<void> {
    const { shards, dialect } = this.#options;
    for (const table of [dealsTable(generation), wordsTable(generation)]) {
      await Promise.all(shards.map((shard) => shard.query([dialect.emptyTable(table)])));
    }
    this.#written = { generation: null, words: new Set() };
  }

  /** Fills the tables of a generation with all deals, while the other one serves. */
  async load(
    generation: Generation,
    lastSerial: number,
    onProgress: (done: number, expected: number) => void,
  ): Promise<TableState> {
    const { database, clock, digest } = this.#options;
    await this.empty(generation);
    const position = await readPosition(database);
    const expected = await estimateDeals(database);
    const serial = Math.max(lastSerial + 1, clock.now());
    let done = 0;
    for await (const batch of readLiveDeals(database)) {
      await this.#apply(generation, batch, serial);
      done += batch.count;
      onProgress(done, Math.max(done, expected));
    }
    const loaded = { generation, position, digest, serial, followedAt: clock.now() };
    this.#serial = serial;
    // What changed meanwhile.
    return (await this.follow(loaded)).state;
  }

  async #readChanges(
    generation: Generation,
    since: TransactionPosition,
    now: TransactionPosition,
    serial: number,
  ): Promise<number> {
    let count = 0;
    for await (const changes of readChanges(this.#options.database, since, now)) {
      await this.#apply(generation, changes, serial);
      count += changes.count;
    }
    return count;
  }

  async #apply(
    generation: Generation,
    { changed, removed }: Changes,
    serial: number,
  ): Promise<void> {
    const { shards, requireLead } = this.#options;
    requireLead();
    await Promise.all(
      shards.map(async (shard, index) => {
        const isHere = (id: number): boolean => id % shards.length === index;
        await this.#write(
          generation,
          shard,
          changed.filter(({ id }) => isHere(id)),
          serial,
        );
        for (const ids of chunksOf(removed.filter(isHere), LISTED_AT_ONCE)) {
          await shard.query([`DELETE FROM ${dealsTable(generation)} WHERE id IN (${ids.join()})`]);
        }
      }),
    );
  }

  async #write(
    generation: Generation,
    shard: Shard,
    deals: readonly SearchableDeal[],
    serial: number,
  ): Promise<void> {
    for (const some of chunksOf(deals, WRITTEN_AT_ONCE)) {
      const { statement, terms } = writeDeals(generation, some);
      await shard.query([statement]);
      await this.#writeWords(generation, shard, terms, serial);
    }
  }

  /** The words are on the shard of the first deal with them, and may be on others too. */
  async #writeWords(
    generation: Generation,
    shard: Shard,
    terms: ReadonlySet<string>,
    serial: number,
  ): Promise<void> {
    if (this.#written.generation !== generation || this.#written.words.size > MOST_REMEMBERED)
      this.#written = { generation, words: new Set() };
    const { words } = this.#written;
    for (const some of chunksOf([...terms.difference(words)], LISTED_AT_ONCE)) {
      await shard.query([writeWords(generation, some, serial)]);
      for (const word of some) words.add(word);
    }
  }
}
