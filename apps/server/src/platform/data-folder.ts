import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PartHealth } from './health.ts';
import { makeFolder } from './make-folder.ts';

/** Whether the data folder is writable: it may be full, missing, or read-only. */
export const probeDataFolder = async (folder: string): Promise<PartHealth> => {
  // Unique, because several requests and processes may check concurrently.
  const file = path.join(folder, `.health-${process.pid}-${process.hrtime.bigint()}`);
  try {
    await makeFolder(folder);
    await writeFile(file, 'writable');
    return { status: 'healthy' };
  } catch {
    return { status: 'error', detail: 'The data folder cannot be written.' };
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
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
