import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { programEnvironment } from '#test/program-environment.ts';

test('a data folder that cannot be written is named in one line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const DATA_DIR = path.join(folder, 'file', 'data');
  await writeFile(path.dirname(DATA_DIR), '');
  const program = path.join(import.meta.dirname, 'restore.ts');
  await expect(
    promisify(execFile)(process.execPath, [program, folder], {
      env: { ...programEnvironment(), DATA_DIR },
    }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: `The folder ${DATA_DIR} cannot be written. Give this account the right to write there, or set DATA_DIR to another folder.\n`,
  });
});
