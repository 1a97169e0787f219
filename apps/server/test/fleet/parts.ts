import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findClockLibrary } from './node-clock.ts';
import type { Account } from '#platform/embedded-postgres/account.ts';
import { portOf } from '../port-of.ts';

const POLL_MS = 100;
const PATIENCE_MS = 300_000;

/** Waits until it is true; throws if that takes five minutes. */
export const waitFor = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within five minutes`);
    await sleep(POLL_MS);
  }
};

/** Waits until there is a value and returns it; throws if that takes five minutes. */
export const waitForValue = async <Value>(
  what: string,
  find: () => Promise<Value | undefined>,
): Promise<Value> => {
  let found: Value | undefined;
  await waitFor(what, async () => {
    found = await find();
    return found !== undefined;
  });
  if (found === undefined) throw new Error(`${what}: not found`);
  return found;
};

const POSTGRESQL = '/usr/lib/postgresql';

/** The folder of the programs of Debian's newest PostgreSQL; null if it is not installed. */
export const postgresPrograms = (): string | null => {
  if (!existsSync(POSTGRESQL)) return null;
  const newest = Math.max(...readdirSync(POSTGRESQL).map(Number).filter(Number.isInteger));
  const folder = path.join(POSTGRESQL, String(newest), 'bin');
  return existsSync(path.join(folder, 'initdb')) ? folder : null;
};

const hasProgram = (name: string, argument: string): boolean =>
  spawnSync(name, [argument], { stdio: 'ignore' }).error === undefined;

/** The Debian packages that a fleet needs and this machine lacks, without the S3 service. */
export const missingPackages = (): readonly string[] => [
  ...(postgresPrograms() === null ? ['postgresql'] : []),
  ...(hasProgram('nats-server', '--version') ? [] : ['nats-server']),
  ...(hasProgram('haproxy', '-v') ? [] : ['haproxy']),
  ...(hasProgram('caddy', 'version') ? [] : ['caddy']),
  ...(hasProgram('patroni', '--version') ? [] : ['patroni', 'python3-etcd', 'python3-psycopg2']),
  ...(hasProgram('etcd', '--version') ? [] : ['etcd-server']),
  ...(findClockLibrary() === null ? ['faketime'] : []),
];

/** A program of the fleet that can be ended, stopped and started again. */
export interface Part {
  /** Does nothing if it runs. */
  start(): void;
  /** Ends it by this signal and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export interface PartOptions {
  /** Of the fleet; the number of the process is noted there, so that nothing is left behind. */
  readonly folder: string;
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly account?: Account | undefined;
}

export const startPart = (options: PartOptions): Part => {
  let child: ChildProcess | null = null;
  const isRunning = (): boolean =>
    child !== null && child.exitCode === null && child.signalCode === null;
  const part: Part = {
    start() {
      if (isRunning()) return;
      child = spawn(options.program, options.args, {
        ...options.account,
        cwd: '/',
        env: { PATH: process.env['PATH'], LC_ALL: 'C', ...options.environment },
        stdio: 'ignore',
      });
      child.on('error', () => {});
      writeFileSync(path.join(options.folder, `${options.name}.pid`), String(child.pid));
    },
    async end(signal = 'SIGKILL') {
      if (child === null || !isRunning()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      // One that is stopped ends once it continues.
      child.kill('SIGCONT');
      await ended;
    },
    signal: (signal) => void child?.kill(signal),
  };
  part.start();
  return part;
};

/** A way to a part that can be cut, or fall silent without closing a connection. */
export interface Way {
  readonly port: number;
  /** Refuses connections until `mend`. */
  cut(): void;
  /** Carries nothing until `mend`. */
  silence(): void;
  mend(): void;
}

export const openWay = async (target: () => number): Promise<Way & { close(): void }> => {
  let state: 'open' | 'cut' | 'silent' = 'open';
  const sockets = new Set<Socket>();
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const server = connect(target(), '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
      });
      if (state === 'open') from.pipe(to);
    }
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return {
    port: portOf(listener),
    cut() {
      state = 'cut';
      destroyAll();
    },
    silence() {
      state = 'silent';
      for (const socket of sockets) socket.pause().unpipe();
    },
    mend() {
      state = 'open';
      // What fell silent stays broken; its users connect again.
      destroyAll();
    },
    close() {
      destroyAll();
      listener.close();
    },
  };
};
