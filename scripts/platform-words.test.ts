import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const server = path.resolve(import.meta.dirname, '../apps/server/src');

/** Words of the domain. `user`, `session`, `upload` and `message` are also the field's. */
const WORDS =
  /deal|seller|favou?rite|newsletter|channel|chat\b|\bmember|moderator|visitor|\bnotices?\b|presence|saved.?search/gi;

const schema = globSync('*.ts', { cwd: path.join(server, 'schema') }).map((file) =>
  readFileSync(path.join(server, 'schema', file), 'utf8'),
);
const tables = schema
  .flatMap((text) => /Tables \{\n(.*?)^\}/ms.exec(text)?.[1]?.match(/^ {2}\w+(?=:)/gm) ?? [])
  .map((name) => name.trim());
/** Tables in SQL and in Kysely's calls. */
const TABLES = new RegExp(
  `(?:(?:FROM|JOIN|INTO|UPDATE|COPY|TRUNCATE) "?|(?:From|Into|Table|Join)\\(')(?:${tables.join('|')})\\b`,
  'g',
);

const domainIn = (text: string): readonly string[] => [
  ...(text.match(WORDS) ?? []),
  ...(text.match(TABLES) ?? []),
];

test('the platform knows no word and no table of the domain', () => {
  expect(tables.length).toBeGreaterThan(40);
  const found = globSync('platform/**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).flatMap(
    (file) =>
      domainIn(readFileSync(path.join(server, file), 'utf8')).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['one page of deals', ['deal']],
  ["'SELECT FROM users'", ['FROM users']],
  ["database.selectFrom('files')", ["From('files"]],
  ['COPY "messages" FROM STDIN', ['COPY "messages']],
  ["defineTopic('limits.spent', schema)", []],
  ['the message of a user', []],
])('%s', (text, found) => {
  expect(domainIn(text)).toEqual(found);
});
