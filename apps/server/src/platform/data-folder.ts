import { rm, writeFile } from 'node:fs/promises';
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
