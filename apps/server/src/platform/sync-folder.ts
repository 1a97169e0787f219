import { open } from 'node:fs/promises';

/** Stores a folder's list of files on the disk, so that a renamed file survives a loss of power. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders; its file system keeps the order of renames by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
