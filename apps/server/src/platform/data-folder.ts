import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PartHealth } from './health.ts';

/** Whether files can still be written into the data folder: it may be full, gone, or read-only. */
export const probeDataFolder = async (folder: string): Promise<PartHealth> => {
  // Health may be asked for by several at once, and by several processes.
  const file = path.join(folder, `.health-${process.pid}-${process.hrtime.bigint()}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, 'writable');
    return { status: 'healthy' };
  } catch {
    return { status: 'error', detail: 'The data folder cannot be written.' };
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
};
