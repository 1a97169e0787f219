import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, usePostgresDirectories } from '#test/postgres-directories.ts';
import { locatePackage, prepareBinaries, type BinaryPackage } from './binaries.ts';
import { openHome } from './home.ts';

const directories = usePostgresDirectories();

/**
 * The package as npm unpacks it without install scripts: without links. Root's folder is closed to
 * others.
 */
let bare: BinaryPackage;

beforeAll(async () => {
  const installed = await locatePackage();
  const directory = await mkdtemp(path.join(tmpdir(), 'izgodno-package-'));
  await cp(path.join(installed.directory, 'native'), path.join(directory, 'native'), {
    recursive: true,
    filter: async (file) => !(await lstat(file)).isSymbolicLink(),
  });
  await chmod(directory, 0o700);
  bare = { directory, version: '18.0.0-test.1' };
});

afterAll(() => rm(bare.directory, { recursive: true }));

const silent = (): void => {};

describe('prepareBinaries', () => {
  it('copies and repairs programs that lack links or are in a closed folder', async () => {
    const directory = await directories.make();
    const server = await directories.start(directory, { binaries: bare });
    expect(await ask(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(directory)).toContain('native-18.0.0-test.1');
  });

  it('uses the installed programs if they work', async () => {
    const directory = await directories.make();
    const home = await openHome(directory, silent);
    // Without npm's scripts a copy has the links and a folder that every account can read.
    const whole = await openHome(await directories.make(), silent);
    await prepareBinaries(bare, whole);
    const binaries = await prepareBinaries(
      { directory: path.join(whole.directory, `native-${bare.version}`), version: bare.version },
      home,
    );
    expect(binaries.majorVersion).toBe('18');
    expect(binaries.postgres).not.toContain(directory);
    expect(await readdir(directory)).toEqual([]);
  });

  it('copies again after an upgrade or an interrupted or damaged copy, and removes old copies', async () => {
    const directory = await directories.make();
    const home = await openHome(directory, silent);
    await mkdir(path.join(directory, 'native-unfinished-1/native/bin'), { recursive: true });
    const first = await prepareBinaries(bare, home);
    expect(await readdir(directory)).toEqual(['native-18.0.0-test.1']);

    await writeFile(first.postgres, '');
    expect(await prepareBinaries(bare, home)).toEqual(first);

    const upgraded = await prepareBinaries({ ...bare, version: '18.0.0-test.2' }, home);
    expect(upgraded.postgres).toContain('test.2');
    expect(await readdir(directory)).toEqual(['native-18.0.0-test.2']);
  });

  it('reports that the programs cannot run here', async () => {
    const home = await openHome(await directories.make(), silent);
    const broken = path.join(await directories.make(), 'package');
    await mkdir(path.join(broken, 'native'), { recursive: true });
    await writeFile(path.join(broken, 'native/pg-symlinks.json'), '[]');
    await expect(prepareBinaries({ directory: broken, version: '1' }, home)).rejects.toMatchObject({
      code: 'binaries-unusable',
      message: expect.stringContaining('DATABASE_URL'),
    });
  });
});
