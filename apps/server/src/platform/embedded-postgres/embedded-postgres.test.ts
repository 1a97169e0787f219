import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  FAST_SETTINGS,
  postmasterPid,
  usePostgresDirectories,
} from '#test/postgres-directories.ts';
import { chooseAccount, executeAs } from './account.ts';
import { locatePackage, prepareBinaries } from './binaries.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { openHome } from './home.ts';

const isRoot = process.getuid?.() === 0;
const directories = usePostgresDirectories();

describe('startEmbeddedPostgres', () => {
  it('serves a UTF-8 database to a role that is no superuser, on a private Unix socket only', async () => {
    const directory = await directories.share();
    const { connectionString } = await directories.start(directory);
    expect(
      await ask(
        connectionString,
        `SELECT current_user, usesuper, lower('ЖЪЛТ') AS lower, current_setting('listen_addresses') AS addresses,
           pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale
         FROM pg_user, pg_database WHERE usename = current_user AND datname = current_database()`,
      ),
    ).toEqual([
      {
        current_user: 'izgodno',
        usesuper: false,
        lower: 'жълт',
        addresses: '',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
      },
    ]);
    const socketDirectory = await stat(path.join(directory, 'run'));
    expect(socketDirectory.mode & 0o777).toBe(0o700);
  });

  it('has the product’s settings, durable, and accepts others', async () => {
    const { connectionString } = await directories.start(await directories.share(), {
      settings: { ...FAST_SETTINGS, work_mem: '5MB', fsync: 'on' },
    });
    expect(
      await ask(
        connectionString,
        `SELECT name, current_setting(name) AS value FROM pg_settings
         WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'jit', 'max_wal_size', 'work_mem')
         ORDER BY name`,
      ),
    ).toEqual([
      { name: 'autovacuum', value: 'on' },
      { name: 'fsync', value: 'on' },
      { name: 'full_page_writes', value: 'on' },
      { name: 'jit', value: 'off' },
      { name: 'max_wal_size', value: '4GB' },
      { name: 'synchronous_commit', value: 'on' },
      { name: 'work_mem', value: '5MB' },
    ]);
  });

  it('keeps the data across a stop and a start, and leaves no process running', async () => {
    const directory = await directories.share();
    const first = await directories.start(directory);
    await ask(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS number');
    expect(await findRunningPostgres(directory)).toBe(first.connectionString);
    await Promise.all([first.stop(), first.stop()]);
    expect(await postmasterPid(directory)).toBeUndefined();
    expect(await findRunningPostgres(directory)).toBeUndefined();
    await expect(ask(first.connectionString, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);

    const second = await directories.start(directory);
    expect(await ask(second.connectionString, 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  });

  it('does not use a half-made cluster, and removes it', async () => {
    const directory = await directories.share();
    await mkdir(path.join(directory, 'data-unfinished-killed'), { recursive: true });
    await (await directories.start(directory)).stop();
    await (await directories.start(directory)).stop();
    const names = await readdir(directory);
    // If the installed programs cannot be used there is a copy of them.
    expect(names.filter((name) => !name.startsWith('native-'))).toEqual([
      'data',
      'postgres.log',
      'server.lock',
    ]);
  });

  it.runIf(isRoot && process.platform === 'linux')(
    'as root runs PostgreSQL as an existing unprivileged account',
    async () => {
      const directory = await directories.share();
      await directories.start(directory);
      const account = await chooseAccount(path.join(directory, 'unborn'));
      expect(account?.uid).toBeGreaterThan(0);
      const cluster = await stat(path.join(directory, 'data'));
      expect(cluster).toMatchObject({ uid: account?.uid, gid: account?.gid });
      const running = await stat(`/proc/${String(await postmasterPid(directory))}`);
      expect(running).toMatchObject({ uid: account?.uid, gid: account?.gid });
    },
  );

  it.runIf(isRoot)(
    'as root below a closed folder puts the cluster elsewhere, and finds it again',
    async () => {
      const closed = await directories.make();
      await chmod(closed, 0o700);
      const directory = directories.watch(path.join(closed, 'postgres'));
      const onStatus = vi.fn<(message: string) => void>();
      const first = await directories.start(directory, { onStatus });
      expect(onStatus).toHaveBeenCalledWith(expect.stringMatching(/kept in \/var\/lib\/izgodno-/));
      await ask(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS number');
      expect(await findRunningPostgres(directory)).toBe(first.connectionString);
      await first.stop();

      const second = await directories.start(directory);
      expect(await ask(second.connectionString, 'SELECT number FROM kept')).toEqual([
        { number: 7 },
      ]);
    },
  );

  it.runIf(isRoot)('fails rather than starts empty if a folder was closed later', async () => {
    const folder = await directories.make();
    const directory = directories.watch(path.join(folder, 'postgres'));
    await (await directories.start(directory)).stop();
    await chmod(folder, 0o700);
    await expect(directories.start(directory)).rejects.toMatchObject({
      code: 'directory-unreachable',
    });
  });

  it('listens in a short directory if the path is too long for a socket', async () => {
    const directory = path.join(await directories.make(), 'много-дълга-папка-'.repeat(6));
    const server = await directories.start(directory);
    const socketDirectory = new URL(server.connectionString).searchParams.get('host') ?? '';
    expect(socketDirectory).toMatch(/^\/tmp\/izgodno-/);
    expect((await stat(socketDirectory)).mode & 0o777).toBe(0o700);
    expect(await ask(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await findRunningPostgres(directory)).toBe(server.connectionString);
    await server.stop();
    await expect(stat(socketDirectory)).rejects.toThrow('ENOENT');
  });

  it('rejects a database with a locale that cannot handle Cyrillic', async () => {
    const directory = await directories.make();
    await chmod(directory, 0o711);
    const cluster = path.join(directory, 'data');
    const account = await chooseAccount(cluster);
    await mkdir(cluster, { mode: 0o700 });
    if (account !== undefined) await chown(cluster, account.uid, account.gid);
    const home = await openHome(directory, () => {});
    const { initdb } = await prepareBinaries(await locatePackage(), home);
    await executeAs(account, initdb, [
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=trust',
      '--no-sync',
      '--encoding=UTF8',
      '--locale-provider=libc',
      '--locale=C',
    ]);
    await expect(directories.start(directory)).rejects.toMatchObject({
      code: 'wrong-locale',
      message: expect.stringContaining('Cyrillic'),
    });
    expect(await postmasterPid(directory)).toBeUndefined();
  });

  it('rejects a cluster of another version', async () => {
    const directory = await directories.make();
    await mkdir(path.join(directory, 'data'));
    await writeFile(path.join(directory, 'data/PG_VERSION'), '16\n');
    await expect(directories.start(directory)).rejects.toMatchObject({
      code: 'wrong-version',
      message: expect.stringMatching(/PostgreSQL 16.*PostgreSQL 18/),
    });
  });

  it('rejects a directory of another account', async () => {
    const directory = await directories.make();
    await mkdir(path.join(directory, 'data'));
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1);
    try {
      await expect(directories.start(directory)).rejects.toMatchObject({
        code: 'directory-of-another-account',
      });
    } finally {
      getuid.mockRestore();
    }
  });
});
