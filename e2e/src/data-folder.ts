import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../scripts/clean-up.ts';

const run = promisify(execFile);

/** The environment variable of a stopped product's data folder with the demo data. */
export const DEMO_FOLDER = 'DEMO_FOLDER';

/** An empty data folder for a product. */
export const createDataFolder = (): Promise<string> => makeTemporaryFolder('izgodno-e2e-');

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
