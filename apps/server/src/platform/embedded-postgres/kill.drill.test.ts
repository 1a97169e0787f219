import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '#platform/database/database.ts';
import { ask, postmasterPid, usePostgresDirectories } from '#test/postgres-directories.ts';
import { signalGroup, signalProcess } from '#test/signal-process.ts';
import type { Schema } from '#schema/schema.ts';
import { chooseAccount } from './account.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { stopPostmaster } from './postmaster.ts';

const directories = usePostgresDirectories();

const runningPid = async (directory: string): Promise<number> => {
  const pid = await postmasterPid(directory);
  if (pid === undefined) throw new Error('No PostgreSQL runs.');
  return pid;
};

const reach = async (directory: string): Promise<string> => {
  const connectionString = await findRunningPostgres(directory);
  if (connectionString === undefined) throw new Error('No PostgreSQL runs.');
  return connectionString;
};

/** A package whose programs block until released, and then fail. */
const makeSlowPackage = async (directory: string) => {
  const begun = path.join(directory, 'begun');
  const goOn = path.join(directory, 'go-on');
  await mkdir(path.join(directory, 'native/bin'), { recursive: true });
  // The account that runs them writes here.
  await chmod(directory, 0o777);
  const program = `#!/bin/sh\ntouch '${begun}'\nwhile [ ! -e '${goOn}' ]; do sleep 0.05; done\nexit 1\n`;
  for (const name of ['initdb', 'postgres']) {
    await writeFile(path.join(directory, 'native/bin', name), program, { mode: 0o755 });
  }
  await writeFile(path.join(directory, 'native/pg-symlinks.json'), '[]');
  return {
    binaries: { directory, version: 'slow' },
    hasBegun: (): boolean => existsSync(begun),
    letGoOn: (): Promise<void> => writeFile(goOn, ''),
  };
};

describe('the embedded PostgreSQL under fire', () => {
  it('is adopted, not started twice, when its server was killed; stop then ends it', async () => {
    const directory = await directories.share();
    const host = await directories.startHost(directory);
    const orphan = await runningPid(directory);
    await ask(await reach(directory), 'CREATE TABLE adopted AS SELECT 7 AS number');
    await host.end('SIGKILL');

    const onStatus = vi.fn<(message: string) => void>();
    const server = await directories.start(directory, { onStatus });
    expect(await postmasterPid(directory)).toBe(orphan);
    expect(onStatus).toHaveBeenCalledWith(expect.stringContaining(String(orphan)));
    expect(await ask(server.connectionString, 'SELECT number FROM adopted')).toEqual([
      { number: 7 },
    ]);
    await server.stop();
    expect(await postmasterPid(directory)).toBeUndefined();
  });

  it('belongs to one server: a second is rejected, names the first and leaves it running', async () => {
    const directory = await directories.share();
    const host = await directories.startHost(directory);
    const pid = await runningPid(directory);
    await expect(directories.start(directory)).rejects.toMatchObject({
      code: 'in-use',
      message: expect.stringContaining(`process ${host.pid})`),
    });
    expect(await postmasterPid(directory)).toBe(pid);
    expect(await ask(await reach(directory), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('accepts only one of two servers that start concurrently in a new directory', async () => {
    const directory = await directories.make();
    const outcomes = await Promise.allSettled([
      directories.start(directory),
      directories.start(directory),
    ]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({
      reason: { code: 'in-use' },
    });
    expect(await ask(await reach(directory), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('rejects a second server while the first is still preparing its programs', async () => {
    const directory = await directories.make();
    const slow = await makeSlowPackage(await directories.make());
    const first = directories.start(directory, { binaries: slow.binaries });
    // Asserted below; this avoids an unhandled rejection until then.
    first.catch(() => {});
    await expect.poll(slow.hasBegun).toBe(true);
    try {
      await expect(directories.start(directory)).rejects.toMatchObject({
        code: 'in-use',
        message: expect.stringContaining(`process ${process.pid})`),
      });
    } finally {
      await slow.letGoOn();
    }
    await expect(first).rejects.toMatchObject({ code: 'binaries-unusable' });
    const { connectionString } = await directories.start(directory);
    expect(await ask(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('is finally killed if it reacts to nothing', async () => {
    const directory = await directories.share();
    await directories.startHost(directory);
    const pid = await runningPid(directory);
    signalProcess(pid, 'SIGSTOP');
    await stopPostmaster(pid, path.join(directory, 'data'), [
      ['SIGINT', 100],
      ['SIGKILL', 10_000],
    ]);
    expect(await postmasterPid(directory)).not.toBe(pid);
  });

  it('is stopped by its server, not by Ctrl-C, which the whole process group gets', async () => {
    const directory = await directories.share();
    const host = await directories.startHost(directory);
    const pid = await runningPid(directory);
    signalGroup(host.pid, 'SIGINT');
    expect(await host.nextLine()).toBe('interrupted');
    expect(await ask(await reach(directory), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await postmasterPid(directory)).toBe(pid);
    await host.end('SIGTERM');
    expect(await postmasterPid(directory)).toBeUndefined();
  });

  it('is restarted when it is killed, and the pool recovers by itself', async () => {
    const directory = await directories.share();
    const onStatus = vi.fn<(message: string) => void>();
    const server = await directories.start(directory, { onStatus });
    const database = openDatabase<Schema>({ connectionString: server.connectionString });
    const { pool } = database;
    try {
      await pool.query('CREATE TABLE restarted AS SELECT 7 AS number');
      const killed = await runningPid(directory);
      // One idle and one borrowed connection: neither may end the process.
      const lent = await pool.connect();
      await pool.query('SELECT 1');
      signalProcess(killed, 'SIGKILL');
      await expect.poll(() => postmasterPid(directory)).not.toBe(killed);
      await expect(lent.query('SELECT 1')).rejects.toThrow(/connection|queryable|EPIPE/i);
      lent.release(true);
      await expect
        .poll(() => pool.query('SELECT number FROM restarted').then(({ rows }) => rows))
        .toEqual([{ number: 7 }]);
      await expect.poll(() => onStatus).toHaveBeenLastCalledWith('PostgreSQL serves again.');
    } finally {
      await database.close();
    }
    await server.stop();
    expect(await postmasterPid(directory)).toBeUndefined();
  });

  it('stops during a restart', async () => {
    const directory = await directories.share();
    const onStatus = vi.fn<(message: string) => void>();
    const server = await directories.start(directory, { onStatus });
    signalProcess(await runningPid(directory), 'SIGKILL');
    await expect.poll(() => onStatus).toHaveBeenCalled();
    await server.stop();
    expect(await postmasterPid(directory)).toBeUndefined();
  });

  it('stops at any moment of a restart', async () => {
    const directory = await directories.share();
    for (const moment of [0, 50, 100, 150, 200, 250, 300, 400]) {
      const server = await directories.start(directory);
      signalProcess(await runningPid(directory), 'SIGKILL');
      await sleep(moment);
      await server.stop();
      expect(await postmasterPid(directory)).toBeUndefined();
    }
  });

  it('starts after everything was killed, although a backend survives for a while', async () => {
    const directory = await directories.share();
    const host = await directories.startHost(directory);
    const database = openDatabase<Schema>({
      connectionString: await reach(directory),
      maxConnections: 1,
    });
    const { pool } = database;
    try {
      await pool.query('CREATE TABLE kept AS SELECT 7 AS number');
      const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
      const [{ pid: backend }] = z.tuple([z.object({ pid: z.number() })]).parse(rows);
      // A stopped process cannot notice that the others are dead, and keeps the shared memory.
      signalProcess(backend, 'SIGSTOP');
      const killed = await runningPid(directory);
      await host.end('SIGKILL');
      signalProcess(killed, 'SIGKILL');
      await expect.poll(() => postmasterPid(directory)).toBeUndefined();

      const messages: string[] = [];
      const server = await directories.start(directory, {
        onStatus: (message) => {
          messages.push(message);
          if (messages.length === 1) signalProcess(backend, 'SIGKILL');
        },
      });
      expect(messages[0]).toMatch(/shared memory block.*Trying again in 0.25 s/);
      expect(await ask(server.connectionString, 'SELECT number FROM kept')).toEqual([
        { number: 7 },
      ]);
    } finally {
      await database.close();
    }
  });

  it('removes the short directory of the socket that a killed one left', async () => {
    const directory = path.join(await directories.make(), 'много-дълга-папка-'.repeat(6));
    const host = await directories.startHost(directory);
    const left = new URL(await reach(directory)).searchParams.get('host') ?? '';
    expect(left).toMatch(/^\/tmp\/izgodno-/);
    const killed = await runningPid(directory);
    await host.end('SIGKILL');
    signalProcess(killed, 'SIGKILL');
    await expect.poll(() => postmasterPid(directory)).toBeUndefined();
    expect(existsSync(left)).toBe(true);
    await directories.start(directory);
    expect(existsSync(left)).toBe(false);
  });

  it.runIf(existsSync('/dev/shm'))(
    'leaves no shared memory if it was killed in memory',
    async () => {
      const directory = await mkdtemp('/dev/shm/izgodno-postgres-');
      directories.watch(directory);
      await chmod(directory, 0o755);
      const host = await directories.startHost(directory);
      const killed = await runningPid(directory);
      const maps = await readFile(`/proc/${killed}/maps`, 'utf8');
      expect(maps).toMatch(/\/data\/pg_dynshmem\//);
      expect(maps).not.toMatch(/\/dev\/shm\/PostgreSQL\./);
      await host.end('SIGKILL');
    },
  );

  it('starts although the process number of the killed one belongs to another process', async () => {
    const directory = await directories.share();
    const host = await directories.startHost(directory);
    const killed = await runningPid(directory);
    const socketLock = path.join(directory, 'run/.s.PGSQL.5432.lock');
    const pidFile = path.join(directory, 'data/postmaster.pid');
    await host.end('SIGKILL');
    signalProcess(killed, 'SIGKILL');
    await expect.poll(() => postmasterPid(directory)).toBeUndefined();

    const account = await chooseAccount(path.join(directory, 'data'));
    const stranger = spawn('sleep', ['600'], { ...account, cwd: '/', stdio: 'ignore' });
    try {
      await once(stranger, 'spawn');
      for (const file of [socketLock, pidFile]) {
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replace(/^\d+/, String(stranger.pid)));
      }
      expect(await findRunningPostgres(directory)).toBeUndefined();
      const onStatus = vi.fn<(message: string) => void>();
      const server = await directories.start(directory, { onStatus });
      expect(await ask(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(onStatus).not.toHaveBeenCalled();
    } finally {
      stranger.kill();
    }
  });
});
