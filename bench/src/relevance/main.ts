import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { measureDemo } from './demo-relevance.ts';
import { meanByGroup, ndcg } from './ndcg.ts';
import { createRanker } from './rank.ts';
import { loadSimpleFullText } from './simple-full-text.ts';
import { readTestSet, type TestSet } from './test-set.ts';
import { makeTemporaryFolder, ownTemporaryFolders } from '../../../scripts/clean-up.ts';

const measureSimpleFullText = async (
  { deals, queries }: TestSet,
  connectionString: string,
): Promise<number[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const rank = await loadSimpleFullText(client, deals);
    const values: number[] = [];
    for (const query of queries) values.push(ndcg(query, await rank(query.text)));
    return values;
  } finally {
    await client.end();
  }
};

/** In TEST_DATABASE_URL, or in a PostgreSQL for the measurement. */
const withPostgres = async <T>(work: (connectionString: string) => Promise<T>): Promise<T> => {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return work(given);
  await ownTemporaryFolders();
  const directory = await makeTemporaryFolder('izgodno-relevance-');
  const postgres = await startEmbeddedPostgres({ directory });
  try {
    return await work(postgres.connectionString);
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
};

const testSet = readTestSet();
const { deals, queries } = testSet;
const simple = await withPostgres((url) => measureSimpleFullText(testSet, url));
const rank = createRanker(deals);
const ours = queries.map((query) => ndcg(query, rank(query.text)));

const simpleMeans = meanByGroup(queries, simple);
console.log(`nDCG@10 over ${queries.length} judged queries and ${deals.length} deals`);
console.table(
  Object.fromEntries(
    Array.from(meanByGroup(queries, ours), ([group, mean]) => [
      group,
      {
        queries: queries.filter((query) => group === 'all' || query.group === group).length,
        "PostgreSQL 'simple'": Number((simpleMeans.get(group) ?? 0).toFixed(3)),
        Izgodno: Number(mean.toFixed(3)),
      },
    ]),
  ),
);

const judged = await measureDemo();
console.log('Share of right deals in the first ten, over the deals of the demo');
console.table(
  Object.fromEntries(
    Array.from(judged, ([kind, { queries, value }]) => [
      kind,
      { queries, right: value.toFixed(3) },
    ]),
  ),
);
const { wrong = [], empty = [], correctedInVain = [] } = judged.get('all') ?? {};
for (const [title, texts] of Object.entries({
  'Not all right': wrong,
  'Nothing found': empty,
  'Corrected and nothing found': correctedInVain,
})) {
  console.log(`${title}: ${texts.length === 0 ? 'none' : texts.join(' · ')}`);
}
