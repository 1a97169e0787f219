import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { digestOfFolders } from './digest-of-folders.ts';

test('a digest changes with the code and the tables of its folders and with its files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'inside'));
  await writeFile(path.join(folder, 'inside', 'named.ts'), '');
  const urls = [`${folder}/`, path.join(folder, 'inside', 'named.ts')].map(
    (name) => new URL(name.endsWith('/') ? './' : '', pathToFileURL(name)),
  );
  const after = async (name: string): Promise<string> => {
    await writeFile(path.join(folder, name), 'text');
    return digestOfFolders(urls);
  };
  const digests = [await digestOfFolders(urls), await after('a.ts'), await after('a.tsv')];
  const last = await after('inside/named.ts');
  expect(new Set([...digests, last]).size).toBe(4);
  for (const name of ['a.test.ts', 'a.md', 'inside/other.ts']) expect(await after(name)).toBe(last);
});
