import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const server = path.resolve(import.meta.dirname, '../apps/server');

const schema = path.join(server, 'src/schema');

/** The feature that writes a table is the one named by the file of its type. */
const owners = new Map(
  globSync('*.ts', { cwd: schema }).flatMap((file) => {
    const text = readFileSync(path.join(schema, file), 'utf8');
    const [, tables = ''] = /^export interface \w+Tables \{\n(.*?)^\}/ms.exec(text) ?? [];
    return [...tables.matchAll(/^ {2}(\w+):/gm)].map(
      ([, table = '']) => [table, path.basename(file, '.ts')] as const,
    );
  }),
);

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)'/g,
  /\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|COPY|TRUNCATE)\s+(?:ONLY\s+)?(\w+)/g,
];

/** The tables that a text writes, by Kysely or by SQL. */
const tablesWritten = (text: string): readonly string[] => [
  ...new Set(WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
];

/** Writes of tables by files that do not belong to their owner. */
const writesByOthers = (file: string, text: string): readonly string[] => {
  const feature = /^features\/([^/]+)\//.exec(file)?.[1];
  return tablesWritten(text)
    .filter((table) => owners.has(table) && owners.get(table) !== feature)
    .map((table) => `${file}: ${table}`);
};

test('only the owner of a table writes it', () => {
  const folder = path.join(server, 'src');
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] });
  const found = files.flatMap((file) =>
    writesByOthers(file, readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test('every table has a type and thereby an owner', () => {
  const folder = path.join(server, 'migrations');
  const created = globSync('*.sql', { cwd: folder }).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^CREATE TABLE (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  expect(created.toSorted()).toEqual([...owners.keys()].toSorted());
});

test.each([
  ["transaction.updateTable('deals').set({})", ['features/posts/a.ts: deals']],
  ['WITH a AS (DELETE FROM deals RETURNING id)', ['features/posts/a.ts: deals']],
  ['COPY deals (id) FROM STDIN', ['features/posts/a.ts: deals']],
  ["database.selectFrom('deals')", []],
  ["database.insertInto('a_table_of_the_test')", []],
])('%s', (text, found) => {
  expect(writesByOthers('features/posts/a.ts', text)).toEqual(found);
  expect(writesByOthers('features/deals/a.ts', text)).toEqual([]);
});
