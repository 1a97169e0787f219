import { Pool } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openNetwork } from '#test/breakable-network.ts';
import { openPool } from '#test/open-pool.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createSessionLocks, type SessionLocks } from './session-locks.ts';

const database = useTestDatabase();
const never = (): void => {
  throw new Error('The lock was lost.');
};

let pools: readonly [Pool, Pool];
/** The locks of two processes. */
let locks: readonly [SessionLocks, SessionLocks];
beforeEach(() => {
  const url = database.current.connectionString;
  pools = [openPool(url), openPool(url)];
  locks = [createSessionLocks(pools[0]), createSessionLocks(pools[1])];
});
afterEach(async () => {
  for (const pool of pools) await pool.end();
});

test('a lock has one holder, within a process and between two', async () => {
  const [one, other] = locks;
  expect(await one.tryTake('a', never)).toBe(true);
  expect(await one.tryTake('a', never)).toBe(false);
  expect(await other.tryTake('a', never)).toBe(false);
  expect(await other.tryTake('b', never)).toBe(true);
  await one.giveBack('a');
  expect(await other.tryTake('a', never)).toBe(true);
  await other.giveBack('a');
  await other.giveBack('b');
});

test('of many concurrent callers one gets it', async () => {
  const asked = Array.from({ length: 20 }, (_, index) => locks[index % 2 === 0 ? 0 : 1]);
  const got = await Promise.all(asked.map((each) => each.tryTake('a', never)));
  expect(got.filter(Boolean)).toHaveLength(1);
  for (const each of locks) await each.giveBack('a');
});

test('any number of them takes one connection, and none once all are released', async () => {
  const [one] = locks;
  const [pool] = pools;
  const names = Array.from({ length: 50 }, (_, index) => `lock-${index}`);
  await Promise.all(names.map((name) => one.tryTake(name, never)));
  expect(pool.totalCount - pool.idleCount).toBe(1);
  await Promise.all(names.map((name) => one.giveBack(name)));
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('a failed connection releases all its locks, reports it, and the next lock gets another one', async () => {
  const [one, other] = locks;
  const lost = vi.fn<() => void>();
  await one.tryTake('a', lost);
  await one.tryTake('b', lost);
  // Of this database alone, because other test files take such locks in theirs.
  await database.current.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await expect.poll(() => lost.mock.calls.length).toBe(2);
  expect(await other.tryTake('a', never)).toBe(true);
  await one.giveBack('a');
  expect(await one.tryTake('a', never)).toBe(false);
  expect(await one.tryTake('b', never)).toBe(true);
  await one.giveBack('b');
  await other.giveBack('a');
});

test('if the database is unavailable, nothing is locked', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 9 });
  const alone = createSessionLocks(pool);
  await expect(alone.tryTake('a', never)).rejects.toThrow('ECONNREFUSED');
  await expect(alone.tryTake('a', never)).rejects.toThrow('ECONNREFUSED');
  await pool.end();
});

test('a connection that falls silent loses its locks, and keeps no later request waiting', async () => {
  const network = await openNetwork(database.current.connectionString);
  const pool = openPool(network.connectionString);
  onTestFinished(async () => {
    network.close();
    await pool.end();
  });
  const far = createSessionLocks(pool, 300);
  const lost = vi.fn<() => void>();
  expect(await far.tryTake('a', lost)).toBe(true);
  network.fallSilent();
  const asked = [far.tryTake('b', never), far.tryTake('c', never)];
  await expect(asked[0]).rejects.toThrow('Query read timeout');
  expect(lost).toHaveBeenCalledOnce();
  expect(await asked[1]).toBe(true);
  expect(await far.tryTake('c', never)).toBe(false);
  expect(await far.tryTake('b', never)).toBe(true);
  await far.giveBack('b');
  await far.giveBack('c');
  expect(pool.totalCount - pool.idleCount).toBe(0);
});
