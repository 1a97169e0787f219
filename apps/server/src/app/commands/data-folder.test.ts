import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { programEnvironment } from '#test/program-environment.ts';

/** Runs a command in a new folder with `DATA_DIR`, a path in it. */
const runIn = async (name: string, dataDir: string, ...args: readonly string[]) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'file'), '');
  const DATA_DIR = path.join(folder, dataDir);
  const program = path.join(import.meta.dirname, name);
  const running = promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...programEnvironment(), DATA_DIR },
  });
  return { folder, DATA_DIR, running };
};

test('a data folder that cannot be written is named in one line', async () => {
  const { DATA_DIR, running } = await runIn('restore.ts', 'file/data', 'backup');
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: `The folder ${DATA_DIR} cannot be written. Give this account the right to write there, or set DATA_DIR to another folder.\n`,
  });
});

test.each([
  ['backup.ts', 'backup'],
  ['grant.ts', 'a@example.com', 'admin'],
])('a mistyped data folder is named and not filled: %s', async (name, ...args) => {
  const { folder, DATA_DIR, running } = await runIn(name, 'tada', ...args);
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: `There is no database in ${DATA_DIR}. Set DATA_DIR (or DATABASE_URL) to what the product has.\n`,
  });
  expect(await readdir(folder)).toEqual(['file']);
});
