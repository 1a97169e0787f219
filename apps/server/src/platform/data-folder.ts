import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './code-of.ts';
import type { PartHealth } from './health.ts';
import { makeFolder } from './make-folder.ts';

/** What to do about a folder that cannot be written, by the system's error. */
const mending: Readonly<Record<string, string>> = {
  ENOSPC: 'Its disk is full: free space on it',
  EDQUOT: 'The quota of this account is full: free space',
  EROFS: 'Its file system is read-only: mount it for writing',
};

/** What to do so that the folder can be written; null if it can. */
const findMending = async (folder: string): Promise<string | null> => {
  // Unique, because several requests and processes may check concurrently.
  const file = path.join(folder, `.health-${process.pid}-${process.hrtime.bigint()}`);
  try {
    await makeFolder(folder);
    await writeFile(file, 'writable');
    return null;
  } catch (error) {
    return mending[codeOf(error) ?? ''] ?? 'Give this account the right to write there';
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
};

/** Why the data folder cannot be written, and what to do about it; null if it can. */
export const explainUnwritable = async (folder: string): Promise<string | null> => {
  const mend = await findMending(folder);
  if (mend === null) return null;
  return `The folder ${path.resolve(folder)} cannot be written. ${mend}, or set DATA_DIR to another folder.`;
};

/** Whether the data folder is writable: it may be full, missing, or read-only. */
export const probeDataFolder = async (folder: string): Promise<PartHealth> => {
  const mend = await findMending(folder);
  return mend === null
    ? { status: 'healthy' }
    : { status: 'error', detail: `The data folder cannot be written. ${mend}.` };
};

/**
 * What is wrong if this process is root but the folder belongs to another account: the product, which
 * runs as that one, could not write what root creates there. Null otherwise.
 */
export const explainForeignFolder = async (
  folder: string,
  ownUid: number | undefined = process.getuid?.(),
): Promise<string | null> => {
  if (ownUid !== 0) return null;
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    () => ownUid,
  );
  if (owner === ownUid) return null;
  return `${folder} belongs to the account ${owner}, which could not write there what root creates. Run this as that account, for example: runuser -u izgodno -- npm run …`;
};
