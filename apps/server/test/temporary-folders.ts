import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';

/** Creates empty folders that are removed after the test, whatever its result. */
export const useTemporaryFolders = (): (() => Promise<string>) => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-'));
    folders.push(folder);
    return folder;
  };
};
