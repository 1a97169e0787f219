import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { portOf } from '#test/port-of.ts';
import { postmasterPid, usePostgresDirectories } from '#test/postgres-directories.ts';
import { programEnvironment } from '#test/program-environment.ts';
import { isAlive, readPid, signalProcess } from '#test/signal-process.ts';
import { useTestDatabase } from '#test/test-database.ts';

const command = fileURLToPath(new URL('main.ts', import.meta.url));
const database = useTestDatabase();
const directories = usePostgresDirectories();
// A start takes a second or two, and several times as long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts the product in a separate process, by default on any free port. */
const start = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      ...programEnvironment(),
      PORT: '0',
      DEMO_DATA: 'off',
      LOG_LEVEL: 'fatal',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closers.push(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  return {
    ended,
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
    output: () => output,
    /** Resolves when the output matches. */
    says: (pattern: RegExp): Promise<string> =>
      vi.waitFor(
        () => {
          const found = pattern.exec(output)?.at(-1);
          if (found === undefined) throw new Error(`It says:\n${output}`);
          return found;
        },
        { timeout: 120_000, interval: 20 },
      ),
  };
};

/** The process id of the server, which the process started above supervises. */
const serverPid = (postgres: string): Promise<number> =>
  vi.waitFor(
    async () => {
      const pid = await readPid(path.join(postgres, 'server.pid'));
      if (pid === undefined) throw new Error(`No server in ${postgres}`);
      return pid;
    },
    { timeout: 60_000 },
  );

/** Kills the server, and waits for the one that replaces it. */
const killServer = async (postgres: string): Promise<void> => {
  const killed = await serverPid(postgres);
  signalProcess(killed, 'SIGKILL');
  await expect.poll(() => serverPid(postgres), { timeout: 60_000 }).not.toBe(killed);
};

const responses = (url: string): Promise<boolean> =>
  fetch(`${url}/api/deals`).then(
    ({ ok }) => ok,
    () => false,
  );

const makeDataFolder = async () => {
  const folder = await directories.make();
  return { folder, postgres: directories.watch(path.join(folder, 'postgres')) };
};

/** The same folder each time: only the first start creates and migrates its database. */
const shareDataFolder = async () => {
  const folder = await directories.share('postgres');
  return { folder, postgres: path.join(folder, 'postgres') };
};

test('invalid settings: each with its name, value and expectation, and exit 1', async () => {
  const { code, output } = await start({ PORT: 'http', DEMO_DATA: 'perhaps' }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/PORT.*http.*\n[^]*DEMO_DATA.*perhaps/);
});

test('--help lists the settings; any other argument is rejected with a hint to --help', async () => {
  const help = await start({}, '--help').ended;
  expect(help.code).toBe(0);
  expect(help.output).toContain('DATA_DIR');

  const other = await start({}, '--port', '5000').ended;
  expect(other.code).toBe(1);
  expect(other.output).toMatch(/^Unknown option '--port'.*\n.*--help lists them/);
});

test('a port in use: exit 1, and its number; a missing folder for backups is only named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  closers.push(() => other.close());
  const port = String(portOf(other));
  const { folder } = await makeDataFolder();
  const { connectionString } = database.current;
  const BACKUP_TO = path.join(folder, 'not-mounted');
  const product = start({
    PORT: port,
    DATA_DIR: folder,
    DATABASE_URL: connectionString,
    BACKUP_TO,
  });
  const { code, output } = await product.ended;
  expect(code).toBe(1);
  expect(output).toContain(`No backups: The folder ${BACKUP_TO} of BACKUP_TO does not exist. `);
  expect(output).toContain(`Port ${port} is in use`);
});

test('in a folder of its own it runs alone, and leaves no process running after Ctrl-C', async () => {
  const { folder, postgres } = await shareDataFolder();
  const product = start({ DATA_DIR: folder });
  const url = await product.says(/Ready: (\S+)/);
  expect((await fetch(`${url}/api/deals`)).status).toBe(200);
  expect(await postmasterPid(postgres)).toBeDefined();

  const second = await start({ DATA_DIR: folder }).ended;
  expect(second.code).toBe(1);
  expect(second.output).toMatch(/in use/);

  // The terminal signals the whole group, and npm passes it on.
  product.interrupt();
  product.interrupt();
  expect((await product.ended).code).toBe(0);
  expect(await postmasterPid(postgres)).toBeUndefined();
});

test('Ctrl-C during a first start leaves no process running either', async () => {
  const { folder, postgres } = await makeDataFolder();
  const product = start({ DATA_DIR: folder, DEMO_DATA: 'on' });
  await product.says(/migrations applied/);
  product.interrupt();
  const { code, output } = await product.ended;
  expect(code).toBe(0);
  expect(output).not.toContain('Ready');
  expect(await postmasterPid(postgres)).toBeUndefined();
});

test('a killed server is restarted with the same PostgreSQL and its compiled modules, and no line is repeated', async () => {
  const { folder, postgres } = await shareDataFolder();
  const compiled = path.join(folder, 'compiled');
  const product = start({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    NODE_COMPILE_CACHE: compiled,
  });
  const url = await product.says(/Ready: (\S+)/);
  const database = await postmasterPid(postgres);
  const saved = async () => (await readdir(compiled, { recursive: true })).length;
  await expect.poll(saved, { timeout: 60_000 }).toBeGreaterThan(100);
  await killServer(postgres);
  await expect.poll(() => responses(url), { timeout: 60_000 }).toBe(true);
  expect(await postmasterPid(postgres)).toBe(database);
  await expect.poll(() => product.output().match(/Ready: /g)).toHaveLength(2);
  expect(
    product.output().match(/The server ended \(SIGKILL\); starting it again now/g),
  ).toHaveLength(1);

  product.interrupt();
  expect((await product.ended).code).toBe(0);
  expect(await postmasterPid(postgres)).toBeUndefined();
});

test('repeated deaths delay the restart; Ctrl-C during the delay leaves no PostgreSQL behind', async () => {
  const { folder, postgres } = await shareDataFolder();
  const product = start({ DATA_DIR: folder });
  await product.says(/Ready: (\S+)/);
  for (let kill = 1; kill <= 4; kill += 1) await killServer(postgres);
  signalProcess(await serverPid(postgres), 'SIGKILL');
  // A shorter delay could be over on a busy machine before the signal arrives.
  await product.says(/starting it again in 2 s/);
  product.interrupt();
  const { code, output } = await product.ended;
  expect(code).toBe(0);
  expect(output).toMatch(/in 0\.25 s[^]*in 0\.5 s/);
  expect(await postmasterPid(postgres)).toBeUndefined();
});

test('if its supervisor is killed, the server ends too, and PostgreSQL with it', async () => {
  const { folder, postgres } = await shareDataFolder();
  const product = start({ DATA_DIR: folder });
  await product.says(/Ready: (\S+)/);
  const server = await serverPid(postgres);
  product.kill();
  await product.ended;
  await expect.poll(() => isAlive(server), { timeout: 60_000 }).toBe(false);
  expect(await postmasterPid(postgres)).toBeUndefined();
});

test('a second Ctrl-C, some time after the first, kills a server that does not react', async () => {
  const { folder, postgres } = await shareDataFolder();
  const product = start({ DATA_DIR: folder });
  await product.says(/Ready: (\S+)/);
  signalProcess(await serverPid(postgres), 'SIGSTOP');
  product.interrupt();
  // A signal within a second is the same Ctrl-C, passed on by npm.
  await sleep(1_200);
  product.interrupt();
  expect((await product.ended).code).toBe(130);
  expect(await postmasterPid(postgres)).toBeUndefined();
});
