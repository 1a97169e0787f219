import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutatedModules } from './mutation/modules.ts';

const root = path.resolve(import.meta.dirname, '..');
const code = globSync('apps/server/src/features/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test(?:-data)?\.ts$/u.test(file),
);
const { mutate, tests } = mutatedModules.policies;
const isIn = (globs: readonly string[], file: string): boolean =>
  globs.some((glob) => path.matchesGlob(file, glob));

test('functions that decide who may do something are in files that mutation tests change', () => {
  const deciding = code.filter((file) =>
    /^export const may[A-Z]/mu.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(deciding.length).toBeGreaterThan(5);
  expect(deciding.filter((file) => !isIn(mutate, file))).toEqual([]);
});

test('each policy has tests, which notice mutations', () => {
  const policies = code.filter((file) => isIn(mutate, file));
  expect(policies.length).toBeGreaterThan(5);
  const testsOf = policies.map((file) => file.replace(/\.ts$/u, '.test.ts'));
  expect(
    testsOf.filter((file) => !isIn(tests, file) || !existsSync(path.join(root, file))),
  ).toEqual([]);
});
