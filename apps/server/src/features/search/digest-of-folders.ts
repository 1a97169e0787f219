import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** A digest of the code and the tables in some folders, without tests and folders inside. */
export const digestOfFolders = async (folders: readonly URL[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = (await readdir(folder)).filter((name) => !/\.test[.-]/.test(name)).sort();
    for (const name of names.filter((name) => name.endsWith('.ts') || name.endsWith('.tsv'))) {
      hash.update(name).update(await readFile(new URL(name, folder)));
    }
  }
  return hash.digest('hex');
};
