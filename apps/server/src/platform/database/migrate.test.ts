import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withEmptyDatabase } from '#test/empty-database.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { migrate } from './migrate.ts';

const database = useTestDatabase();
const migrationNames = readdirSync(path.join(import.meta.dirname, '../../../migrations'))
  .map((file) => path.parse(file).name)
  .toSorted();

test('a migrated database has nothing left to migrate', async () => {
  expect(await migrate(database.current.connectionString)).toEqual([]);
  const deals = await database.current.database.selectFrom('deals').selectAll().execute();
  expect(deals).toEqual([]);
});

test('a migration leaves nothing in the temporary folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const module = JSON.stringify(path.join(import.meta.dirname, 'migrate.ts'));
  const target = JSON.stringify(database.current.connectionString);
  const program = `const { migrate } = await import(${module}); await migrate(${target});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    // Without packages of its own.
    cwd: path.dirname(folder),
    env: { ...process.env, TMPDIR: folder },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('of nodes that start together one migrates, and the others wait for it', () =>
  withEmptyDatabase(async (connectionString) => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(connectionString)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  }));

test('a migration with a lower number than an applied one is applied too', () =>
  withEmptyDatabase(async (connectionString) => {
    const all = migrationNames;
    // As a database that ran between the commits of two migrations.
    const late = '0138_validators_without_tokens';
    const before = all.filter((name) => name <= '0140_api_keys' && name !== late);
    expect(await migrate(connectionString, { only: before })).toEqual(before);
    expect(await migrate(connectionString, { only: before })).toEqual([]);
    expect(await migrate(connectionString)).toEqual(all.filter((name) => !before.includes(name)));
  }));
