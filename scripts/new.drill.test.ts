import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUpAfterEnd } from './clean-up.ts';
import { create } from './new/create.ts';

const repository = path.resolve(import.meta.dirname, '..');
let copy: string;

/** Folders that are not source; the results of the type check save the copy a full one. */
const left = new Set(['node_modules', 'dist', '.git', '.cache', 'data', 'test-results']);

/** Links the dependencies; the workspaces are those of the copy. */
const linkDependencies = async (): Promise<void> => {
  const [from, to] = [path.join(repository, 'node_modules'), path.join(copy, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from))
    if (name !== '@izgodno') await symlink(path.join(from, name), path.join(to, name));
  // Where npm put what the root has in another version.
  const ofServer = 'apps/server/node_modules';
  if (existsSync(path.join(repository, ofServer)))
    await symlink(path.join(repository, ofServer), path.join(copy, ofServer));
  await cp(path.join(from, '@izgodno'), path.join(to, '@izgodno'), {
    recursive: true,
    verbatimSymlinks: true,
  });
};

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'izgodno-new-'));
  // Ctrl-C ends the run without what follows the tests.
  cleanUpAfterEnd({ folder: copy });
  await cp(repository, copy, {
    recursive: true,
    filter: (file) => file === repository || !left.has(path.basename(file)),
  });
  await cp(path.join(repository, '.cache/types'), path.join(copy, '.cache/types'), {
    recursive: true,
  }).catch(() => undefined);
  await linkDependencies();
}, 60_000);

afterAll(() => rm(copy, { recursive: true, force: true }));

/** The content of a file of the copy; null if there is none. */
const contentOf = (file: string): Promise<string | null> =>
  readFile(path.join(copy, file), 'utf8').catch(() => null);

/** What a tool complains about in the copy. */
const complaintsOf = (tool: string, ...more: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, more, {
    cwd: copy,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
};

/** The lines that a file of the repository has in addition in the copy. */
const addedTo = async (file: string): Promise<readonly string[]> => {
  const before = new Set((await readFile(path.join(repository, file), 'utf8')).split('\n'));
  return ((await contentOf(file)) ?? '').split('\n').filter((line) => !before.has(line));
};

describe('a new part of the product', () => {
  const written: string[] = [];
  const make = async (kind: string, name: string): Promise<readonly string[]> => {
    const { files } = await create(copy, kind, name);
    written.push(...files);
    return files;
  };

  test('is a feature: contract, server, tests, its line and its wiring', async () => {
    await make('feature', 'gift-cards');
    expect(await addedTo('scripts/feature-imports.ts')).toEqual(["  'gift-cards': [],"]);
  });

  test('is a call: one file, its test, and lines with its import', async () => {
    expect(await make('call', 'blocks/count-blocks')).toHaveLength(4);
    expect(await addedTo('apps/server/src/features/blocks/api.ts')).toEqual([
      expect.stringContaining('import { countBlocks }'),
      expect.stringContaining('add(countBlocks,'),
    ]);
  });

  test('is a call of a feature without a context', async () => {
    await make('call', 'locations/count-towns');
    expect(await addedTo('apps/server/src/features/locations/register-locations.ts')).toEqual([
      expect.stringContaining('import { countTowns }'),
      expect.stringContaining('addCall(app, countTowns,'),
    ]);
  });

  test('is a page: three files, its test and one row', async () => {
    expect(await make('page', 'site/prices')).toHaveLength(5);
    expect(await addedTo('apps/web/src/app/pages.ts')).toEqual([
      expect.stringContaining('  prices: page('),
    ]);
  });

  test('is a page of a feature without texts', async () => {
    await make('page', 'gift-cards/new-cards');
    expect(await addedTo('apps/web/src/core/language/texts/area-files.ts')).toEqual([
      "export { default as 'gift-cards' } from './en/gift-cards.json';",
    ]);
  });

  test('is a page of a feature whose texts load with the first route', async () => {
    expect(await make('page', 'deals/ends-soon')).toContain(
      'apps/web/src/core/language/texts/bg/deals.ends-soon.json',
    );
  });

  test('is a source: one file, a fixture, its test and one line', async () => {
    expect(await make('source', 'flea-market')).toHaveLength(4);
    expect(await addedTo('apps/server/src/features/sources/registry/kinds.ts')).toEqual([
      "export { fleaMarket } from '../flea-market/flea-market.ts';",
    ]);
  });

  test('passes the type check, lint and format', { timeout: 240_000 }, () => {
    // What is written is in these; the projects that use them would only be checked once more.
    const projects = ['packages/contract', 'apps/server', 'apps/web'];
    expect(complaintsOf('tsc', '--build', '--checkers', '1', ...projects)).toBe('');
    const code = written.filter((file) => /\.tsx?$/.test(file));
    expect(complaintsOf('oxlint', '--type-aware', '--deny-warnings', ...code)).toBe('');
    expect(complaintsOf('oxfmt', '--check', ...written)).toBe('');
  });
});

describe('what is rejected', () => {
  test.each([
    ['call', 'Blocks/list', '"Blocks" is no name'],
    ['call', 'list', 'names no feature'],
    ['call', 'blocks/delete', 'a word of the language'],
    ['call', 'nothing/list', 'no feature "nothing"'],
    ['call', 'blocks/list-blocks', 'exports listBlocks already'],
    ['call', 'uploads/list', 'Choose the module'],
    ['page', 'site/about', 'has the page about'],
    ['page', 'nothing/prices', 'There is no feature'],
    ['source', 'classifieds', 'exists already'],
    ['source', '../escape', 'is no name'],
    ['feature', 'blocks', 'exists already'],
    ['thing', 'name', 'is none of these'],
  ])('%s %s', async (kind, name, reason) => {
    await expect(create(copy, kind, name)).rejects.toThrow(reason);
  });

  test('writes nothing where the line finds no place', async () => {
    const kinds = 'apps/server/src/features/sources/registry/kinds.ts';
    await rm(path.join(copy, kinds));
    await expect(create(copy, 'source', 'lost-source')).rejects.toThrow(`There is no ${kinds}`);
    expect(
      await contentOf('apps/server/src/features/sources/lost-source/lost-source.ts'),
    ).toBeNull();
  });
});
