import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './code-of.ts';

const isFolder = async (target: string): Promise<boolean> => {
  try {
    return (await stat(target)).isDirectory();
  } catch {
    return false;
  }
};

/** Creates a folder unless it is there; false if the system reports a missing parent. */
const tryToMake = async (folder: string, options: { readonly mode?: number }): Promise<boolean> => {
  try {
    await mkdir(folder, options);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isFolder(folder))) return true;
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

/**
 * Creates a folder with its parents, unless it is there. `mkdir` with `recursive` never
 * returns where the system reports a new folder as missing although its parent exists, as below `/proc`.
 */
export const makeFolder = async (
  folder: string,
  options: { readonly mode?: number } = {},
): Promise<void> => {
  if (await tryToMake(folder, options)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent, options);
  if (!(await tryToMake(folder, options)))
    throw new Error(`The folder ${folder} cannot be created in ${parent}.`);
};
