import { expect, test } from 'vitest';
import { callsApart } from './calls-apart.ts';
import { buildFiles } from './testing/build-files.ts';

const PAGE = 'apps/web/src/page.ts';
const CALLS = 'packages/contract/src/deals/calls.ts';

const calls = `
  import { part } from './parts.ts';
  import { unused } from './unused.ts';
  export const LIMIT = 100;
  const shared = ['shared', LIMIT] as const;
  const $own = { part };
  export const idSchema = { of: 'id' };
  export const one = { name: 'one', shared, own: $own };
  export const two = { name: 'two', shared, unused };
  export const doubled = (value: number): number => value * 2;
  export type One = typeof one;
`;

const build = (page: string, of = calls) =>
  buildFiles(callsApart(), {
    [PAGE]: page,
    [CALLS]: of,
    'packages/contract/src/deals/parts.ts': "export const part = 'a part';",
    'packages/contract/src/deals/unused.ts': "export const unused = 'what only two needs';",
  });

test('a call is a module of its own, with what it needs of its file', async () => {
  const { run, code, modules } = await build(`
    import {
      LIMIT,
      one as first,
      type One,
    } from '@izgodno/contract/deals/calls';
    import { doubled, idSchema } from '@izgodno/contract/deals/calls';
    export const result: { one: One; [other: string]: unknown } =
      { one: first, LIMIT, idSchema, doubled: doubled(4) };
  `);
  expect((await run())['result']).toEqual({
    one: { name: 'one', shared: ['shared', 100], own: { part: 'a part' } },
    LIMIT: 100,
    idSchema: { of: 'id' },
    doubled: 8,
  });
  expect([...modules.keys()].filter((id) => id.startsWith(CALLS)).toSorted()).toEqual([
    CALLS,
    `${CALLS}?doubled`,
    `${CALLS}?one`,
  ]);
  expect(modules.get(`${CALLS}?one`)).not.toContain('two');
  expect(modules.get(`${CALLS}?doubled`)).not.toContain('import');
  expect(code).not.toContain('what only two needs');
});

test('imports of types, of a whole file and of other files stay as they are', async () => {
  const page = [
    'import * as all from "@izgodno/contract/deals/calls";',
    'import { part } from "@izgodno/contract/deals/parts";',
    'export const result = [all.two.name, part];',
  ].join('\n');
  const { run, modules } = await build(
    `import type { One } from '@izgodno/contract/deals/calls';\n${page}\nexport type Other = One;`,
  );
  expect((await run())['result']).toEqual(['two', 'a part']);
  expect(modules.get(PAGE)?.trim()).toBe(page);
});

const ONE = "import { one } from '@izgodno/contract/deals/calls'; export const result = one;";

test.each([
  ["export { one } from '@izgodno/contract/deals/calls';", 'exports calls'],
  ["export * from '@izgodno/contract/deals/calls';", 'exports calls'],
  [ONE.replaceAll('one', 'three'), 'three'],
])('a page with %s fails the build', async (page, reason) => {
  await expect(build(page)).rejects.toThrow(reason);
});

test.each([
  'class Kind {} export const one = Kind;',
  'export const { one } = { one: 1 };',
  'export const one = new Map(); one.set(1, 2);',
  "import './parts.ts'; export const one = 1;",
])('a file of calls with %s fails the build', async (of) => {
  await expect(build(ONE, of)).rejects.toThrow('cannot tell which call');
});
