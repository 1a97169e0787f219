import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file, or the code and the tables in a folder, without tests and folders inside. */
const filesOf = async (url: URL): Promise<readonly URL[]> => {
  if (!url.pathname.endsWith('/')) return [url];
  const names = (await readdir(url)).filter((name) => !/\.test[.-]/.test(name)).sort();
  return names
    .filter((name) => name.endsWith('.ts') || name.endsWith('.tsv'))
    .map((name) => new URL(name, url));
};

/** A digest of files, and of what is in folders, whose URLs end with a slash. */
export const digestOfFolders = async (urls: readonly URL[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const url of urls)
    for (const file of await filesOf(url))
      hash.update(path.basename(file.pathname)).update(await readFile(file));
  return hash.digest('hex');
};
