import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const folders = ['../analysis/', '../index/'].map((folder) => new URL(folder, import.meta.url));

/**
 * A digest of the code that decides what an index holds. A snapshot made by other code is of no use:
 * the terms it holds may be others than those looked for.
 */
export const readCodeVersion = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => !/\.test[.-]/.test(name)).sort();
    for (const name of names.filter((name) => name.endsWith('.ts'))) {
      hash.update(name).update(await readFile(new URL(name, folder)));
    }
  }
  return hash.digest('hex');
};
