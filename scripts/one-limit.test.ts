import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const trees = ['packages/contract/src', 'apps/server/src', 'apps/web/src'] as const;
/** Equal by chance: nothing breaks if one of them changes. */
const coincidences: ReadonlySet<string> = new Set(['MAX_DEPTH = 32']);

const filesOf = (tree: string): readonly (readonly [file: string, text: string])[] =>
  globSync(`${tree}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const);

/** The constants of a tree that are a number or a text, as `NAME = value`. */
const constantsOf = (tree: string): readonly string[] => [
  ...new Set(
    filesOf(tree).flatMap(([, text]) =>
      [...text.matchAll(/^(?:export )?const ([A-Z][A-Z\d_]+)(?:: \w+)? = (\d[\d_]*|'.*');$/gm)].map(
        ([, name = '', value = '']) => `${name} = ${value}`,
      ),
    ),
  ),
];

test('a constant that browser and server share is only in the contract', () => {
  const constants = trees.flatMap(constantsOf);
  const repeated = constants.filter((constant, index) => constants.indexOf(constant) < index);
  expect(constants.length).toBeGreaterThan(500);
  expect(repeated.filter((constant) => !coincidences.has(constant))).toEqual([]);
});

test('the length of a field is a named limit', () => {
  const bare = filesOf('apps/web/src').flatMap(([file, text]) =>
    [...text.matchAll(/\bmaxLength=\{[\d_]+\}/g)].map(([limit]) => `${file}: ${limit}`),
  );
  expect(bare).toEqual([]);
});
