import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { unmountBelow } from '../../../scripts/remove-left-over.ts';

const run = promisify(execFile);
const MEGABYTE = 1024 ** 2;

/** A disk of its own, in memory, which can be full. */
export interface SmallDisk {
  /** Leaves no free byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** Makes a folder a small disk; `unmountBelow` and the end of a run remove it. */
export const mountSmallDisk = async (folder: string, megabytes: number): Promise<SmallDisk> => {
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const ballast = path.join(folder, 'ballast');
  return {
    async fill() {
      const handle = await open(ballast, 'w');
      const block = Buffer.alloc(MEGABYTE);
      try {
        for (;;) await handle.write(block);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await handle.close();
      }
    },
    free: () => rm(ballast, { force: true }),
  };
};

/** Whether this account may mount disks. Only root may, and not in every container. */
export const canMount = async (): Promise<boolean> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-disk-'));
  try {
    await mountSmallDisk(folder, 1);
    return true;
  } catch {
    return false;
  } finally {
    await unmountBelow(folder);
    await rm(folder, { recursive: true });
  }
};
