import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { featureFolders, otherFolders, trees, type Tree } from './feature-folders.ts';

const paths: Readonly<Record<Tree, string>> = {
  server: 'apps/server/src/features',
  web: 'apps/web/src/features',
  contract: 'packages/contract/src',
  texts: 'apps/web/src/core/language/texts/en',
};

/** The names in a tree; an area of texts is called `<feature>[.<part>].json`. */
const namesIn = async (tree: Tree): Promise<readonly string[]> => {
  const entries = await readdir(path.join(import.meta.dirname, '..', paths[tree]), {
    withFileTypes: true,
  });
  const names = entries
    .filter((entry) => (tree === 'texts' ? entry.isFile() : entry.isDirectory()))
    .map(({ name }) => name.replace(/\..*$/, ''));
  return [...new Set(names)].toSorted();
};

test.each(trees)('the %s tree has the features of the list and no other folder', async (tree) => {
  const features = Object.keys(featureFolders).filter((name) =>
    featureFolders[name]?.includes(tree),
  );
  expect(await namesIn(tree)).toEqual([...features, ...otherFolders[tree]].toSorted());
});
