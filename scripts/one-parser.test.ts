import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findParsing } from './one-parser.ts';

const repository = path.join(import.meta.dirname, '..');
const PARSER = 'packages/contract/src/common/parse-untrusted.ts';

test('one module of server and contract runs schemas', async () => {
  const found: string[] = [];
  let modules = 0;
  for await (const file of glob(['apps/server/src/**/*.ts', 'packages/contract/src/**/*.ts'], {
    cwd: repository,
  })) {
    if (file.endsWith('.test.ts') || file === PARSER) continue;
    modules += 1;
    const names = await findParsing(await readFile(path.join(repository, file), 'utf8'));
    found.push(...names.map((name) => `${file}: ${name}`));
  }
  expect(found, `Use ${PARSER}`).toEqual([]);
  expect(modules).toBeGreaterThan(400);
});

test.each([
  ['schema.safeParse(value)', ['safeParse']],
  ['schema.parse(value)', ['parse']],
  ['schemas.path.parse(value)', ['parse']],
  ['z.parse(schema, value)', ['parse']],
  ['z.array(z.string()).parse(rows)', ['parse']],
  ["schema['safeParse'](value)", ['safeParse']],
  ['schema?.safeParse(value)', ['safeParse']],
  ["schema['~standard'].validate(value)", ['validate', '~standard']],
  ['const { safeParse } = schema', ['safeParse']],
  ['const { safeParse: read } = schema', ['safeParse']],
  ["import { safeParse } from 'zod/mini'", ['safeParse']],
  ["import { parse as read } from 'zod/mini'", ['parse']],
  ['values.map(schema.parse)', ['parse']],
  ['await schema.parseAsync(value)', ['parseAsync']],
])('rejects %s', async (code, names) => {
  expect((await findParsing(code)).toSorted()).toEqual(names);
});

test.each([
  'parseUntrusted(schema, value)',
  'JSON.parse(text)',
  'URL.parse(address)',
  'Date.parse(text)',
  "import { parse } from 'csv-parse'; parse(options)",
  'class Index { #parse() {} search() { this.#parse(); } }',
  'const parse = createPartsParser(call); parse(request)',
  '// schema.parse(value)',
])('allows %s', async (code) => {
  expect(await findParsing(code)).toEqual([]);
});
