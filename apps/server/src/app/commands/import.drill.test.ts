import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  feedOf,
  readReport,
  useFeedServers,
  useFolder,
  writeFeedFile,
  type Offer,
} from '#test/import-harness.ts';
import { programEnvironment } from '#test/program-environment.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();
const serve = useFeedServers();
const command = fileURLToPath(new URL('import.ts', import.meta.url));

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const start = (
  ...args: readonly string[]
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } => {
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      ...programEnvironment(),
      DATABASE_URL: database.current.connectionString,
      DATA_DIR: folder.path,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closers.push(() => child.kill('SIGKILL'));
  const ended = (async (): Promise<Ended> => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await once(child, 'close');
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  })();
  return { child, ended };
};

const run = (...args: readonly string[]): Promise<Ended> => start(...args).ended;

const offers = (count: number, price: string): readonly Offer[] =>
  Array.from({ length: count }, (_, at) => ({ id: `k-${at}`, price }));

const pricesOf = async (source: string) => {
  const { rows } = await database.current.pool.query<{ price_amount: number; count: number }>(
    `SELECT price_amount, count(*)::integer AS count FROM deals
      WHERE source_id = $1 AND status = 'active' GROUP BY price_amount ORDER BY price_amount`,
    [source],
  );
  return rows.map((row) => [row.price_amount, row.count]);
};

const lastRuns = async (source: string) => {
  const { rows } = await database.current.pool.query<{ status: string; error_code: string | null }>(
    'SELECT status, error_code FROM import_runs WHERE source_id = $1 ORDER BY id DESC LIMIT 2',
    [source],
  );
  return rows;
};

const dead = { status: 'failed', error_code: 'IMPORT_INTERRUPTED' };
const done = { status: 'succeeded', error_code: null };

test('it prints the counts and the path of the rejected rows', async () => {
  const feed = feedOf([
    { id: 'a', price: '1 EUR' },
    { id: 'b', price: '1 USD' },
  ]);
  const file = await writeFeedFile(folder.path, 'counts.xml', feed);
  const { code, stdout, stderr } = await run(file, '--source', 'counts', '--group', 'travel');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Imported "counts": 2 rows in /);
  expect(stdout).toMatch(
    /inserted +1\n +updated +0\n +unchanged +0\n +removed +0\n +rejected +1\n/,
  );
  expect(code).toBe(0);
  const report = await readReport(/reason: (.+)\n/.exec(stdout)?.[1] ?? null);
  expect(report).toEqual([{ row: 2, id: 'b', reason: 'currency_unsupported', detail: '1 USD' }]);
  const sources = await database.current.pool.query(
    `SELECT source_group FROM sources WHERE id = 'counts'`,
  );
  expect(sources.rows).toEqual([{ source_group: 'travel' }]);
});

test('the command sets the commission, and imports without the option keep it', async () => {
  const file = await writeFeedFile(folder.path, 'paid.xml', feedOf([{ id: 'a', price: '1 EUR' }]));
  const notified: boolean[] = [];
  for (const option of [[], ['--commission'], [], ['--no-commission']]) {
    const { stdout } = await run(file, '--source', 'paid', ...option);
    const { rows } = await database.current.pool.query<{ commission: boolean }>(
      `SELECT commission FROM sources WHERE id = 'paid'`,
    );
    notified.push(rows[0]?.commission ?? false);
    expect(stdout.includes('we earn a commission')).toBe(notified.at(-1));
  }
  expect(notified).toEqual([false, true, true, false]);
});

test('an invalid feed: exit 1 and the code', async () => {
  const file = await writeFeedFile(folder.path, 'page.html', '<!doctype html><p>404');
  const { code, stdout, stderr } = await run(file);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^FEED_IS_HTML: /m);
});

test.each([
  ['no feed', []],
  ['two feeds', ['a.xml', 'b.xml']],
  ['an unknown group', ['a.xml', '--group', 'shops']],
  ['an unknown option', ['a.xml', '--force']],
])('%s: exit 1 and the usage', async (_, args) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Usage|Unknown option/);
});

test('killed while reading: nothing is applied, and the next import succeeds', async () => {
  const feed = feedOf(offers(6_000, '2 EUR'));
  const base = await serve((request, response) => {
    // The first request gets all but the end, and waits for it.
    if (request.url === '/stalled.xml') response.write(feed.slice(0, -100));
    else response.end(feed);
  });

  const { child, ended } = start(`${base}/stalled.xml`, '--source', 'cut');
  await expect.poll(() => lastRuns('cut')).toEqual([{ status: 'running', error_code: null }]);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  expect(await pricesOf('cut')).toEqual([]);

  await expect.poll(() => run(`${base}/whole.xml`, '--source', 'cut')).toMatchObject({ code: 0 });
  expect(await pricesOf('cut')).toEqual([[200, 6_000]]);
  expect((await lastRuns('cut'))[0]).toEqual(done);
  const { rows } = await database.current.pool.query(
    `SELECT count(*)::integer AS running FROM import_runs WHERE source_id = 'cut' AND status = 'running'`,
  );
  expect(rows).toEqual([{ running: 0 }]);
});

test('killed while applying: the deals are readable, and the next import succeeds', async () => {
  const before = await writeFeedFile(folder.path, 'before.xml', feedOf(offers(12_000, '2 EUR')));
  const after = await writeFeedFile(folder.path, 'after.xml', feedOf(offers(12_000, '3 EUR')));
  await run(before, '--source', 'broken');

  // One row of the third batch is locked, so that the import blocks after two batches.
  const holder = await database.current.pool.connect();
  await holder.query('BEGIN');
  await holder.query(
    `SELECT FROM deals WHERE source_id = 'broken' AND external_id = 'k-11000' FOR UPDATE`,
  );
  const { child, ended } = start(after, '--source', 'broken');
  await expect
    .poll(() => pricesOf('broken'))
    .toEqual([
      [200, 2_000],
      [300, 10_000],
    ]);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL' });
  await holder.query('ROLLBACK');
  holder.release();

  // The killed import's last statement ends by itself; until then its connection holds the lock.
  await expect
    .poll(() => run(after, '--source', 'broken'))
    .toMatchObject({ code: 0, stdout: expect.stringContaining('12,000 rows') });
  expect(await pricesOf('broken')).toEqual([[300, 12_000]]);
  expect(await lastRuns('broken')).toEqual([done, dead]);
  const { rows } = await database.current.pool.query(
    `SELECT count(*)::integer AS observations FROM price_observations JOIN deals ON deals.id = deal_id WHERE source_id = 'broken'`,
  );
  expect(rows).toEqual([{ observations: 24_000 }]);
});

test('stopped by Ctrl-C: it says so and changes nothing', async () => {
  const unfinished = feedOf(offers(100, '2 EUR')).slice(0, -100);
  const url = await serve((_, response) => void response.write(unfinished));
  const { child, ended } = start(url, '--source', 'stopped');
  await expect.poll(() => lastRuns('stopped')).toHaveLength(1);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('IMPORT_INTERRUPTED'),
  });
  expect(await lastRuns('stopped')).toEqual([dead]);
  expect(await pricesOf('stopped')).toEqual([]);
});
