import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { closeReasons } from '@izgodno/contract/realtime/frames';
import { openPage } from '#test/chat-app.ts';
import { usePostgresDirectories } from '#test/postgres-directories.ts';
import { programEnvironment } from '#test/program-environment.ts';
import { useTestDatabase } from '#test/test-database.ts';

const program = fileURLToPath(new URL('serve.ts', import.meta.url));
const database = useTestDatabase();
const directories = usePostgresDirectories();
vi.setConfig({ testTimeout: 120_000 });

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server without a supervisor, which runs `failure` on SIGUSR2. */
const serve = async (failure: string, environment: Readonly<Record<string, string>> = {}) => {
  const preload = `process.on('SIGUSR2', () => { ${failure} });`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, program],
    {
      env: {
        ...programEnvironment(),
        PORT: '0',
        DEMO_DATA: 'off',
        LOG_LEVEL: 'fatal',
        DATA_DIR: await directories.make(),
        DATABASE_URL: database.current.connectionString,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  closers.push(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  const url = await vi.waitFor(
    () => {
      const found = /Ready: (\S+)/.exec(output)?.[1];
      if (found === undefined) throw new Error(`It says:\n${output}`);
      return found;
    },
    { timeout: 60_000, interval: 20 },
  );
  return { child, url, ended };
};

/** Polls readiness over one connection, like a load balancer, until the server has ended. */
const watchReadiness = async (url: string): Promise<ReadonlySet<number>> => {
  const seen = new Set<number>();
  for (;;) {
    try {
      const { status, body } = await fetch(`${url}/api/ready`);
      await body?.cancel();
      seen.add(status);
    } catch {
      return seen;
    }
  }
};

test.for([
  ['an error that nothing caught', `throw new Error('as the test wants')`],
  ['a promise that nothing handles', `void Promise.reject(new Error('as the test wants'))`],
  ['one error after another', `setInterval(() => { throw new Error('as the test wants'); }, 10)`],
] as const)('%s: it is logged, clients are moved, exit 1', async ([, error]) => {
  const { child, url, ended } = await serve(error);
  const page = await openPage(url);
  const readiness = watchReadiness(url);
  child.kill('SIGUSR2');
  await page.frame('moving');
  expect(await page.closed()).toEqual({ code: closeReasons.moving.code, reason: 'moving' });
  expect(await readiness).toContain(503);
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toMatch(/"level":60.*as the test wants/);
});

test('on SIGTERM it stops being ready, serves a while longer, moves its clients, and ends', async () => {
  const { child, url, ended } = await serve('', { DRAIN_SECONDS: '2' });
  const page = await openPage(url);
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(503);
  const deals = await fetch(`${url}/api/deals`);
  expect(deals.status).toBe(200);
  expect(deals.headers.get('connection')).toBe('close');
  await page.frame('moving');
  expect(await page.closed()).toEqual({ code: closeReasons.moving.code, reason: 'moving' });
  expect((await ended).code).toBe(0);
});
