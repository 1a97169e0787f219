import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillOnce } from './find-chromium.ts';

test('a folder is filled once, and again after a part of it was removed', async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'fill-once-'));
  onTestFinished(() => rm(base, { recursive: true }));
  const folder = path.join(base, 'browser');
  let times = 0;
  const fill = () =>
    fillOnce(folder, ['program', 'fonts'], async (partial) => {
      times += 1;
      await writeFile(path.join(partial, 'program'), `${times}`);
      await writeFile(path.join(partial, 'fonts'), '');
    });
  const program = () => readFile(path.join(folder, 'program'), 'utf8');

  await fill();
  await fill();
  expect(await program()).toBe('1');

  await rm(path.join(folder, 'fonts'));
  await fill();
  expect(await program()).toBe('2');
});
