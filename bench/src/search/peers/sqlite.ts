import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import {
  documentOf,
  columns,
  facets,
  filtersOf,
  orderOf,
  rowOf,
  wordsOf,
  type Facet,
  type Peer,
} from './peer.ts';

const indexed = ['posted', 'price', 'rating', 'category', 'location'];

const whereOf = (query: DealQuery, facet: Facet | null = null): string =>
  ['1', ...filtersOf(query, facet)].join(' AND ');

const allWords = (text: string): string => `"${wordsOf(text).replaceAll(' ', '" "')}"`;

/** SQLite's FTS5 in this process: the words apart, without places, and the numbers in a narrow table. */
export class Sqlite implements Peer {
  readonly name = 'SQLite FTS5';
  readonly #database = new DatabaseSync(':memory:');

  constructor(deals: Iterable<SearchableDeal>) {
    this.#database.exec(
      `CREATE TABLE deals (id INTEGER PRIMARY KEY, ${columns.join(' INTEGER, ')} INTEGER);
       CREATE VIRTUAL TABLE words USING fts5(document, content='', detail=none);
       BEGIN`,
    );
    const values = ['id', ...columns].map((name) => `:${name}`).join();
    const insert = this.#database.prepare(`INSERT INTO deals VALUES (${values})`);
    const index = this.#database.prepare('INSERT INTO words (rowid, document) VALUES (?, ?)');
    for (const deal of deals) {
      insert.run(rowOf(deal));
      index.run(deal.id, documentOf(deal));
    }
    const indexes = indexed.map((name) => `CREATE INDEX by_${name} ON deals (${name});`);
    this.#database.exec(
      `COMMIT; INSERT INTO words (words) VALUES ('optimize'); ${indexes.join(' ')} ANALYZE`,
    );
  }

  search(query: DealQuery, limit: number): Promise<number> {
    const from = wordsOf(query.text) === '' ? 'deals' : this.#match(query.text);
    const [column, falls] = orderOf(query) ?? ['rank', false];
    const where = whereOf(query);
    this.#all(
      `SELECT id FROM ${from} WHERE ${where} ORDER BY ${column} ${falls ? 'DESC' : ''} LIMIT ${limit}`,
    );
    for (const facet of facets)
      this.#all(`SELECT ${facet}, count(*) FROM ${from} WHERE ${whereOf(query, facet)} GROUP BY 1`);
    const [row] = this.#all(`SELECT count(*) AS total FROM ${from} WHERE ${where}`);
    return Promise.resolve(Number(row?.['total']));
  }

  searchText(text: string, limit: number): Promise<number> {
    const sql = `SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ${limit}`;
    return Promise.resolve(this.#all(sql, allWords(text)).length);
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }

  /** The words are matched once for the page and all counts. */
  #match(text: string): string {
    this.#database.exec('DROP TABLE IF EXISTS temp.hits');
    this.#database
      .prepare(
        `CREATE TEMP TABLE hits AS
           SELECT deals.*, words.rank AS rank FROM words JOIN deals ON deals.id = words.rowid
            WHERE words MATCH ?`,
      )
      .run(allWords(text));
    return 'temp.hits';
  }

  #all(sql: string, ...values: string[]): Record<string, SQLOutputValue>[] {
    return this.#database.prepare(sql).all(...values);
  }
}
