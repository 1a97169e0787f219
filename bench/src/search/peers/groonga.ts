import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import {
  documentOf,
  columns,
  facets,
  filteredFacets,
  filtersOf,
  orderOf,
  rowOf,
  wordsOf,
  type Facet,
  type Peer,
} from './peer.ts';

const LOADED_AT_ONCE = 20_000;

const responseSchema = z.tuple([z.tuple([z.number()], z.unknown()), z.unknown()]);
const selectedSchema = z.tuple([z.tuple([z.tuple([z.int()])], z.unknown())], z.unknown());

/** The total of a select. */
const totalOf = (body: unknown): number => expectShape(selectedSchema, body)[0][0][0];

const inValues = (column: string, values: string): string => `in_values(${column}, ${values})`;

const filterOf = (query: DealQuery, facet: Facet | null = null): string => {
  const filters = filtersOf(query, facet, inValues);
  return filters.length === 0 ? '' : `--filter '${filters.join(' && ')}'`;
};

const matchOf = (text: string): string =>
  wordsOf(text) === '' ? '' : `--match_columns document --query '${wordsOf(text)}'`;

const countsOf = (counted: readonly Facet[]): string =>
  counted.length === 0 ? '' : `--drilldown ${counted.join()} --drilldown_limit 1000`;

/** Groonga in a process of its own, with whole words in its index. */
export class Groonga implements Peer {
  readonly name = 'Groonga';
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(folder: string) {
    this.#process = spawn('groonga', ['-n', path.join(folder, 'groonga')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  static async open(folder: string, deals: Iterable<SearchableDeal>): Promise<Groonga> {
    const groonga = new Groonga(folder);
    await groonga.#run('table_create Deals TABLE_HASH_KEY UInt32');
    await groonga.#run(
      'table_create Words TABLE_PAT_KEY ShortText --default_tokenizer TokenDelimit',
    );
    await groonga.#run('column_create Deals document COLUMN_SCALAR Text');
    for (const name of columns)
      await groonga.#run(`column_create Deals ${name} COLUMN_SCALAR Int32`);
    await groonga.#load(deals);
    // Built at once, which is faster and leaves no gaps.
    await groonga.#run('column_create Words deals COLUMN_INDEX Deals document');
    for (const name of columns) {
      await groonga.#run(`table_create By_${name} TABLE_PAT_KEY Int32`);
      await groonga.#run(`column_create By_${name} deals COLUMN_INDEX Deals ${name}`);
    }
    return groonga;
  }

  async search(query: DealQuery, limit: number): Promise<number> {
    const filtered = filteredFacets(query);
    const [column, falls] = orderOf(query) ?? ['_score', true];
    const match = matchOf(query.text);
    const counts = countsOf(facets.filter((facet) => !filtered.has(facet)));
    const body = await this.#run(
      `select Deals ${match} ${filterOf(query)} --output_columns _key --limit ${limit} --sort_keys ${falls ? '-' : ''}${column} ${counts}`,
    );
    for (const facet of facets.filter((each) => filtered.has(each)))
      await this.#run(
        `select Deals ${match} ${filterOf(query, facet)} --limit 0 ${countsOf([facet])}`,
      );
    return totalOf(body);
  }

  async searchText(text: string, limit: number): Promise<number> {
    const body = await this.#run(
      `select Deals ${matchOf(text)} --output_columns _key --limit ${limit} --sort_keys -_score`,
    );
    return Math.min(limit, totalOf(body));
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
  }

  async #load(deals: Iterable<SearchableDeal>): Promise<void> {
    let rows: string[] = [];
    const flush = async (): Promise<void> => {
      if (rows.length > 0) await this.#run(`load --table Deals\n[${rows.join('\n,')}]`);
      rows = [];
    };
    for (const deal of deals) {
      const { id, ...row } = rowOf(deal);
      rows.push(JSON.stringify({ _key: id, ...row, document: documentOf(deal) }));
      if (rows.length === LOADED_AT_ONCE) await flush();
    }
    await flush();
  }

  async #run(command: string): Promise<unknown> {
    this.#process.stdin.write(`${command}\n`);
    const { value } = await this.#lines.next();
    const [[code], body] = expectShape(responseSchema, JSON.parse(String(value)));
    if (code !== 0) throw new Error(`Groonga: ${String(value).slice(0, 500)}`);
    return body;
  }
}
