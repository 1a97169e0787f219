import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serverImports } from './feature-imports.ts';

const features = Object.keys(serverImports);

/** The trees that have a folder a feature, and what each holds beside features. */
const trees = [
  { tree: 'apps/server/src/features', others: [] },
  { tree: 'apps/web/src/features', others: [] },
  { tree: 'packages/contract/src', others: ['common'] },
  {
    tree: 'apps/web/src/core/language/texts/en',
    others: ['errors', 'offline', 'shell', 'styleguide'],
  },
] as const;

/** The names in a tree; an area of texts is called `<feature>[.<part>].json`. */
const namesIn = async (tree: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await readdir(path.join(import.meta.dirname, '..', tree))).map((name) =>
      name.replace(/\..*$/, ''),
    ),
  );

test('the server has exactly the features of the list', async () => {
  expect([...(await namesIn(trees[0].tree))].toSorted()).toEqual(features.toSorted());
});

test.each(trees)('$tree has folders of features only', async ({ tree, others }) => {
  const known = new Set<string>([...features, ...others]);
  expect([...(await namesIn(tree))].filter((name) => !known.has(name))).toEqual([]);
});
