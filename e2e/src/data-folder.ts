import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The environment variable of a stopped product's data folder with the demo data. */
export const DEMO_FOLDER = 'DEMO_FOLDER';

/** An empty data folder for a product. */
export const createDataFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-e2e-'));
  // As root, the product runs PostgreSQL as another user, and keeps its files elsewhere if that user
  // cannot enter the folder. A copy of the folder would then share those files.
  await chmod(folder, 0o755);
  return folder;
};

/**
 * A data folder with the demo data, which takes a first start of the product seconds to write. Empty
 * if there is none to copy; the product then writes the data.
 */
export const copyDemoData = async (): Promise<string> => {
  const folder = await createDataFolder();
  const demoFolder = process.env[DEMO_FOLDER];
  if (demoFolder === undefined) return folder;
  // `fs.cp` does not keep the owners of files.
  await run('cp', ['-a', `${demoFolder}/.`, folder]);
  return folder;
};
