import { expect, test } from 'vitest';
import { openNetwork } from '#test/breakable-network.ts';
import { freePort } from '#test/free-port.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { waitForDatabase } from './wait-for-database.ts';

const database = useTestDatabase();

test('waits for a database that does not listen yet, with one line at each end', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const { promise: waits, resolve: isWaiting } = Promise.withResolvers<void>();
  const say = (line: string): void => {
    lines.push(line);
    isWaiting();
  };
  const there = await openNetwork(database.current.connectionString);
  there.close();
  const absent = new URL(there.connectionString);
  absent.port = String(port);
  const reached = waitForDatabase(absent.href, say, AbortSignal.timeout(60_000));
  await waits;
  const network = await openNetwork(database.current.connectionString, port);
  await reached;
  network.close();
  expect(lines).toEqual([
    `Database: unavailable (connect ECONNREFUSED 127.0.0.1:${port}); waiting for it …`,
    'Database: reached',
  ]);
});

test('a lasting reason ends the wait at once', async () => {
  const absent = new URL(database.current.connectionString);
  absent.pathname = '/absent';
  const signal = AbortSignal.timeout(60_000);
  await expect(waitForDatabase(absent.href, () => {}, signal)).rejects.toThrow(/does not exist/);
});

test('ends when the start is given up', async () => {
  const stopping = new AbortController();
  const url = `postgresql://127.0.0.1:${await freePort()}/deals`;
  const waiting = waitForDatabase(url, () => stopping.abort(), stopping.signal);
  await expect(waiting).rejects.toThrow(/abort/i);
});
