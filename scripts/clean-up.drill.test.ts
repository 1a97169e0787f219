import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';

const folders: string[] = [];
afterAll(async () => {
  for (const base of folders) await rm(base, { recursive: true, force: true });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const module = pathToFileURL(path.join(import.meta.dirname, 'clean-up.ts')).href;

/** A tool with two folders, and two processes that nothing but the clean-up ends. */
const startTool = async (last: string) => {
  const base = await mkdtemp(path.join(tmpdir(), 'clean-up-'));
  const socketFolder = await mkdtemp('/tmp/izgodno-');
  folders.push(base, socketFolder);
  const folder = path.join(base, 'run');
  const code = `
    import { spawn } from 'node:child_process';
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { cleanUpAfterEnd } from ${JSON.stringify(module)};
    mkdirSync(${JSON.stringify(path.join(folder, 'data'))}, { recursive: true });
    const server = () =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    const [one, two] = [server(), server()];
    const lines = [two.pid, '', '', '', ${JSON.stringify(socketFolder)}, ''];
    writeFileSync(${JSON.stringify(path.join(folder, 'data', 'postmaster.pid'))}, lines.join('\\n'));
    const removed = cleanUpAfterEnd({ folder: ${JSON.stringify(folder)}, pids: [one.pid] });
    process.stdout.write(one.pid + ' ' + two.pid + '\\n');
    ${last}`;
  const tool = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(tool.stdout, 'data');
  return { tool, folder, socketFolder, pids: String(line).trim().split(' ').map(Number) };
};

test.for(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  '%s leaves no process and no folder',
  async (signal) => {
    const { tool, folder, socketFolder, pids } = await startTool('setInterval(() => {}, 1000);');
    const state = () => [existsSync(folder), existsSync(socketFolder), ...pids.map(isAlive)];
    expect(state()).toEqual([true, true, true, true]);
    await sleep(Math.random() * 200);
    tool.kill(signal);
    await expect.poll(state, { timeout: 10_000 }).toEqual([false, false, false, false]);
  },
);

test('a tool that has removed everything itself ends, and nothing is touched', async () => {
  const { tool, folder, pids } = await startTool('removed(); one.unref(); two.unref();');
  await once(tool, 'exit');
  expect([existsSync(folder), ...pids.map(isAlive)]).toEqual([true, true, true]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
});

test.for([
  'vitest.config.ts',
  'apps/server/test/chaos.ts',
  'apps/server/test/fleet/main.ts',
  'apps/server/test/fuzz/main.ts',
  'bench/src/main.ts',
  'bench/src/relevance/main.ts',
  'e2e/src/own-temporary-folders.ts',
  'e2e/src/start-shared-product.ts',
  'e2e/src/take-screenshots.ts',
  'scripts/dev.ts',
  'scripts/mutate.ts',
])('%s owns what it writes and starts', async (file) => {
  const code = await readFile(path.join(import.meta.dirname, '..', file), 'utf8');
  expect(code).toMatch(/await ownTemporaryFolders\(\)|export default ownTemporaryFolders;/);
});

/** A command whose server, and its folders, are all in the folder of the run. */
const startCommand = async (earlier: string) => {
  const code = `
    import { spawn } from 'node:child_process';
    import { mkdtempSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { ownTemporaryFolders } from ${JSON.stringify(module)};
    await ownTemporaryFolders();
    const folder = mkdtempSync(tmpdir() + '/bench-');
    const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    process.stdout.write([folder, server.pid, process.env.TMPDIR].join(' ') + '\\n');
    setInterval(() => {}, 1000);`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, TMPDIR: earlier },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(command.stdout, 'data');
  const [folder = '', pid = '', own = ''] = String(line).trim().split(' ');
  return { command, folder, own, pid: Number(pid) };
};

test('a command owns the folders and processes that it starts, and removes those of earlier runs', async () => {
  const earlier = await mkdtemp(path.join(tmpdir(), 'clean-up-'));
  folders.push(earlier);
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  const leftOver = path.join(earlier, `izgodno-run-${ended.pid}-AbCdEf`);
  const running = path.join(earlier, `izgodno-run-${process.pid}-AbCdEf`);
  for (const folder of [leftOver, running]) await mkdir(folder);

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    const { command, folder, own, pid } = await startCommand(earlier);
    expect([path.dirname(folder), path.dirname(own)]).toEqual([own, earlier]);
    expect([leftOver, running, folder].map((each) => existsSync(each))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isAlive(pid)).toBe(true);
    command.kill(signal);
    await expect
      .poll(() => [existsSync(own), isAlive(pid)], { timeout: 10_000 })
      .toEqual([false, false]);
  }
});

test('a folder that is filled once is missing after an interruption, with nothing beside it', async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'clean-up-'));
  folders.push(base);
  const code = `
    import { writeFile } from 'node:fs/promises';
    import { ownTemporaryFolders } from ${JSON.stringify(module)};
    import { fillOnce } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'find-chromium.ts')).href)};
    setInterval(() => {}, 1000);
    await ownTemporaryFolders();
    await fillOnce(${JSON.stringify(path.join(base, 'browser'))}, [], async (partial) => {
      await writeFile(partial + '/program', '');
      process.stdout.write('half');
      await new Promise(() => {});
    });`;
  const tool = spawn(process.execPath, ['--input-type=module', '-e', code], {
    // Its other folders have another clean-up, which ends what it finds there.
    env: { ...process.env, TMPDIR: base },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(tool.stdout, 'data');
  expect(await readdir(base)).toContainEqual(expect.stringMatching(/^browser-/));
  tool.kill('SIGINT');
  await expect.poll(() => readdir(base), { timeout: 10_000 }).toEqual([]);
});
