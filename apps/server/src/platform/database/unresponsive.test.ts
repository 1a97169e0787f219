import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openNetwork, type BreakableNetwork } from '#test/breakable-network.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { lockForConnection } from './connection-lock.ts';
import { openDatabase, type DatabaseHandle } from './database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const database = useTestDatabase();
let network: BreakableNetwork;
let handle: DatabaseHandle<unknown>;

beforeAll(async () => {
  network = await openNetwork(database.current.connectionString);
  const { connectionString } = network;
  handle = openDatabase({ connectionString, maxConnections: 1, statementLimit: 300 });
});

afterAll(async () => {
  network.close();
  await handle.close();
});

const ask = () => sql<{ one: number }>`SELECT ${1}::int AS one`.execute(handle.database);

test('a connection that falls silent fails its statement, and the next one gets a new connection', async () => {
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  network.fallSilent();
  const error: unknown = await ask().catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test('a transaction on such a connection does not wait once more, for its rollback', async () => {
  const outcomes: unknown[] = [];
  const fails = handle.database.transaction().execute(async (transaction) => {
    network.fallSilent();
    const fail = () => sql`SELECT 1`.execute(transaction).catch(() => 'failed');
    outcomes.push(await fail());
    outcomes.push(await Promise.race([fail(), database.current.pool.query('SELECT 1')]));
  });
  await fails.catch(() => undefined);
  expect(outcomes).toEqual(['failed', 'failed']);
});

test('PostgreSQL ends what a server has abandoned', async () => {
  const { rows } = await sql<{ setting: string }>`
    SELECT setting FROM pg_settings
     WHERE name IN ('client_connection_check_interval', 'idle_in_transaction_session_timeout')
     ORDER BY name`.execute(handle.database);
  expect(rows.map(({ setting }) => Number(setting))).toEqual([10_000, 60_000]);
});

test('PostgreSQL checks whether the machine of a session has vanished', async () => {
  const { pool, connectionString } = database.current;
  const serving = openDatabase({ connectionString, maxConnections: 1, statementLimit: 30_000 });
  onTestFinished(() => serving.close());
  const client = await pool.connect();
  onTestFinished(() => client.release(true));
  await lockForConnection(client, 'test of a vanished machine');
  for (const session of [serving.pool, client]) {
    // Of a local socket the settings are always 0, but their source says that they were set.
    const { rows } = await session.query(
      `SELECT name, source FROM pg_settings WHERE name LIKE 'tcp_keepalives_%' ORDER BY name`,
    );
    expect(rows).toEqual(
      ['count', 'idle', 'interval'].map((name) => ({
        name: `tcp_keepalives_${name}`,
        source: 'session',
      })),
    );
  }
});
