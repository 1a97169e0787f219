import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { skipAloud } from './skip-aloud.ts';

/** Whether NATS is installed; says which tests are skipped if not. */
export const hasNatsServer = (tests: string): boolean => {
  const isInstalled = spawnSync('nats-server', ['--version']).status === 0;
  if (!isInstalled) skipAloud(tests, 'Install nats-server.');
  return isInstalled;
};

/** A user and its password as a URL has them. */
export const NATS_USER = 'me:4p%40ss%3A%2F';
/** The configuration with this user, and the subjects that it may use. */
export const withNatsUser = (publish: string, subscribe = publish): string =>
  `authorization { users = [{ user: "me", password: "4p@ss:/", permissions: { publish: [${publish}], subscribe: [${subscribe}] } }] }`;

/** A server of NATS for a test, whose configuration changes between its starts. */
export const provideNatsServer = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-nats-'));
  const port = await freePort();
  const file = path.join(folder, 'nats.conf');
  let server: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    if (server === null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  return {
    address: `127.0.0.1:${port}`,
    /** Starts it, or stops it first, with these lines of a configuration. */
    start: async (configuration: string): Promise<void> => {
      await stop();
      await writeFile(file, `listen: "127.0.0.1:${port}"\n${configuration}`);
      server = spawn('nats-server', ['-c', file], { stdio: 'ignore' });
    },
  };
};
