import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import {
  countSlowRows,
  putSlowSource,
  SLOW_PAGES,
  slowCursor,
  slowSource,
} from '#test/slow-reader.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { runSource } from './run-source.ts';

const database = useTestDatabase();
const program = fileURLToPath(new URL('../../../../test/slow-reader.ts', import.meta.url));

const cursorOf = (): Promise<unknown> => slowCursor(database.current.database);

test('a killed reading resumes at its cursor: nothing twice, nothing lost', async () => {
  await putSlowSource(database.current.database);
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, SLOW_READER_DATABASE: database.current.connectionString },
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  await expect.poll(() => cursorOf()).not.toBeNull();
  child.kill('SIGKILL');
  await exited;
  const cursor = await cursorOf();
  expect(cursor).not.toBeNull();

  const reader = createTestReader(database.current, { kinds: new Map([['slow', slowSource(0)]]) });
  const { signal } = new AbortController();
  // The database releases the killed connection's lock with a delay.
  await vi.waitFor(
    async () => {
      await runSource(reader, 'slow', { allowShrink: false, asked: false, signal });
      expect(await cursorOf()).toBeNull();
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(await countSlowRows(database.current.database)).toEqual([
    { deals: SLOW_PAGES * 1_000, observations: SLOW_PAGES * 1_000 },
  ]);

  const runs = await database.current.database
    .selectFrom('import_runs')
    .select(['status', 'error_code', 'row_count'])
    .where('source_id', '=', 'slow')
    .orderBy('id')
    .execute();
  expect(runs).toMatchObject([
    { status: 'failed', error_code: 'IMPORT_INTERRUPTED' },
    { status: 'succeeded', error_code: null },
  ]);
  expect(runs[1]?.row_count).toBeLessThan(SLOW_PAGES * 1_000);
});
