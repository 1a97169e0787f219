import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

const folders = ['../analysis/', '../index/'].map((folder) => new URL(folder, import.meta.url));

/**
 * A digest of the code that determines the content of an index. A snapshot made by other code is
 * unusable, because its terms may differ from those looked up.
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
