import { opendir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A file without a write for as long is complete, and its processing has ended. */
const COMPLETE_AFTER_MS = 1_000;
const PAUSE_MS = 200;

const removeOld = async (folder: string): Promise<void> => {
  const before = Date.now() - COMPLETE_AFTER_MS;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => null);
    if (found !== null && found.mtimeMs < before) await rm(file, { force: true });
  }
};

/**
 * Removes complete files from a folder until `stop`, so that the memory of the system's cache is
 * used again. A virtual machine gets new memory from its host page by page, which takes ten times the
 * processor time of the write itself, and would be measured instead.
 */
export const recycleFiles = (folder: string) => {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // A folder may not exist yet, or change meanwhile.
      await removeOld(folder).catch(() => {});
      await sleep(PAUSE_MS);
    }
  };
  const running = run();
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
};
