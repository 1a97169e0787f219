import { afterEach, expect, test, vi } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { openNetwork, type BreakableNetwork } from '#test/breakable-network.ts';
import { freePort } from '#test/free-port.ts';
import { usePostgresDirectories } from '#test/postgres-directories.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { startProduct } from './start-product.ts';

const database = useTestDatabase();
const directories = usePostgresDirectories();
vi.setConfig({ testTimeout: 600_000 });

/** Milliseconds that the database is away. */
const AWAY_MS = 300;
/** Where in a start the database is lost, as parts of what the start sends. */
const MOMENTS = [0, 0.05, 0.1, 0.15, 0.3, 0.5, 0.7, 0.85];

const breakables: BreakableNetwork[] = [];
afterEach(() => {
  for (const network of breakables.splice(0)) network.close();
});

const openWay = async (): Promise<BreakableNetwork> => {
  const network = await openNetwork(database.current.connectionString);
  breakables.push(network);
  return network;
};

/** Starts a node whose NATS and S3 are away. */
const start = async ({ connectionString }: BreakableNetwork, say: (line: string) => void) => {
  const nobody = `127.0.0.1:${await freePort()}`;
  const settings = readConfiguration({
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'fatal',
    DATA_DIR: await directories.make(),
    DATABASE_URL: connectionString,
    BUS_URL: `nats://${nobody}`,
    S3_ENDPOINT: `http://${nobody}`,
    S3_REGION: 'none',
    S3_BUCKET: 'none',
    S3_ACCESS_KEY_ID: 'none',
    S3_SECRET_ACCESS_KEY: 'none',
  });
  return startProduct(settings, say, new AbortController().signal);
};

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/api/ready`)).ok;

test('on any free port, links name the port', async () => {
  const product = await start(await openWay(), () => {});
  const sitemap = await fetch(`${product.url}/sitemap.xml`);
  expect(await sitemap.text()).toContain(`<loc>${product.url}/sitemap/pages.xml</loc>`);
  await product.stop();
});

test('a database lost at any step of a start delays it; NATS and S3 may be away', async () => {
  // The first one makes the tables of the job queue.
  const first = await start(await openWay(), () => {});
  expect(await isReady(first.url)).toBe(true);
  await first.stop();
  const whole = await openWay();
  const second = await start(whole, () => {});
  const pieces = whole.sent();
  await second.stop();

  const delayed: string[] = [];
  for (const moment of MOMENTS) {
    const network = await openWay();
    network.breakAfter(1 + Math.floor(pieces * moment), AWAY_MS);
    const lines: string[] = [];
    const product = await start(network, (line) => lines.push(line));
    await expect.poll(() => isReady(product.url)).toBe(true);
    await product.stop();
    const [line = ''] = lines;
    if (/^Database: (lost during the start|unavailable) \(.+\); .* …$/.test(line))
      delayed.push(line);
  }
  // Not all: what a start sends differs, so the last moments may come after it.
  expect(delayed.length).toBeGreaterThanOrEqual(MOMENTS.length / 2);
});
