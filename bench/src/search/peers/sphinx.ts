import { spawnSync, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { everyDeal, type DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import {
  openTablesServer,
  type TablesServer,
} from '@izgodno/server/features/search/engine/sphinx/connection.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import { freePort } from '../../../../apps/server/test/free-port.ts';
import { endSearchd, startSearchd } from '../../../../apps/server/test/services/search-servers.ts';
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

const DEADLINE_MS = 60_000;

const configurationOf = (folder: string, port: number): string => `
source deals
{
  type = tsvpipe
  tsvpipe_command = cat ${folder}/deals.tsv
  tsvpipe_field = document
${columns.map((name) => `  tsvpipe_attr_uint = ${name}`).join('\n')}
}
index deals
{
  source = deals
  path = ${folder}/deals
  charset_table = 0..9, a..z, U+430..U+44F
  dict = keywords
  hitless_words = all
}
indexer
{
  mem_limit = 1024M
}
searchd
{
  listen = 127.0.0.1:${port}:mysql41
  pid_file = ${folder}/searchd.pid
  log = ${folder}/searchd.log
  workers = threads
  max_packet_size = 64M
  max_batch_queries = 64
}
`;

const whereOf = (query: DealQuery, facet: Facet | null = null): string => {
  const words = wordsOf(query.text);
  const all = [...(words === '' ? [] : [`MATCH('${words}')`]), ...filtersOf(query, facet)];
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
};

function* linesOf(deals: Iterable<SearchableDeal>): Generator<string, void, void> {
  for (const deal of deals) {
    const row = rowOf(deal);
    yield `${row.id}\t${documentOf(deal)}\t${columns.map((name) => row[name]).join('\t')}\n`;
  }
}

const countSchema = z.array(z.object({ c: z.int() }));

/** Builds a disk index of the deals, and returns the configuration that it is served with. */
const buildIndex = async (
  folder: string,
  port: number,
  deals: Iterable<SearchableDeal>,
): Promise<string> => {
  await mkdir(folder);
  await pipeline(Readable.from(linesOf(deals)), createWriteStream(path.join(folder, 'deals.tsv')));
  const configuration = path.join(folder, 'conf');
  await writeFile(configuration, configurationOf(folder, port));
  const { status, stdout, stderr } = spawnSync(
    'indexer',
    ['--quiet', '--config', configuration, 'deals'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`indexer: ${stdout}${stderr}`);
  return configuration;
};

/** Sphinx in a process of its own; the page and the counts are one batch of queries. */
export class Sphinx implements Peer {
  readonly name = 'Sphinx';
  readonly #process: ChildProcess;
  readonly #server: TablesServer;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#server = openTablesServer({
      host: '127.0.0.1',
      port,
      user: '',
      password: '',
      deadline: DEADLINE_MS,
      maxConnections: 1,
    });
  }

  static async open(folder: string, deals: Iterable<SearchableDeal>): Promise<Sphinx> {
    const port = await freePort();
    const configuration = await buildIndex(path.join(folder, 'sphinx'), port, deals);
    return new Sphinx(await startSearchd(configuration), port);
  }

  async search(query: DealQuery, limit: number): Promise<number> {
    const [column, falls] = orderOf(query) ?? ['weight()', true];
    const where = whereOf(query);
    const [, total] = await this.#server.query([
      `SELECT id FROM deals${where} ORDER BY ${column} ${falls ? 'DESC' : 'ASC'} LIMIT ${limit}`,
      `SELECT COUNT(*) AS c FROM deals${where}`,
      ...facets.map(
        (facet) =>
          `SELECT ${facet}, COUNT(*) AS c FROM deals${whereOf(query, facet)} GROUP BY ${facet} LIMIT 1000`,
      ),
    ]);
    return expectShape(countSchema, total)[0]?.c ?? 0;
  }

  async searchText(text: string, limit: number): Promise<number> {
    const [rows] = await this.#server.query([
      `SELECT id FROM deals${whereOf({ ...everyDeal, text })} LIMIT ${limit}`,
    ]);
    return expectShape(z.array(z.unknown()), rows).length;
  }

  async close(): Promise<void> {
    await this.#server.close();
    await endSearchd(this.#process);
  }
}
