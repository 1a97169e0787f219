import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const importer = fileURLToPath(
  new URL('../../apps/server/src/app/commands/import.ts', import.meta.url),
);
const run = promisify(execFile);

/** Imports a merchant feed as `npm run import` does, into the product of this data directory. */
export const importFeed = async (
  file: string,
  { source, dataDirectory }: { readonly source: string; readonly dataDirectory: string },
): Promise<string> => {
  const { stdout } = await run(process.execPath, [importer, file, '--source', source], {
    env: { ...process.env, DATA_DIR: dataDirectory },
  });
  return stdout;
};
