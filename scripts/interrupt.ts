import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemporaryFolder, ownTemporaryFolders } from './clean-up.ts';
import { readArguments } from './read-arguments.ts';

// `npm run interrupt`: presses Ctrl-C in each npm command at random moments, and lists the processes
// and temporary folders that are left. Linux only, because it reads /proc.

interface Command {
  /** What follows `npm run`. */
  readonly args: readonly string[];
  /** Ctrl-C comes within these seconds, or within `--seconds`, which a busy machine needs. */
  readonly seconds: number;
  /** Uses the database and the backup that were prepared. */
  readonly data: 'prepared' | 'new';
}

const repository = path.join(import.meta.dirname, '..');

const commandsWith = (feed: string, backup: string): Readonly<Record<string, Command>> => ({
  start: { args: ['start'], seconds: 15, data: 'new' },
  dev: { args: ['dev'], seconds: 15, data: 'new' },
  import: { args: ['import', '--', feed, '--source', 'drill'], seconds: 10, data: 'prepared' },
  backup: { args: ['backup', '--', `${backup}-again`], seconds: 6, data: 'prepared' },
  restore: { args: ['restore', '--', backup], seconds: 15, data: 'new' },
  doctor: { args: ['doctor'], seconds: 4, data: 'prepared' },
  replay: { args: ['replay', '--', '--port', '0'], seconds: 5, data: 'new' },
  screenshots: { args: ['screenshots'], seconds: 12, data: 'new' },
  bench: { args: ['bench', '--', 'import', '--size', '20000'], seconds: 15, data: 'new' },
  chaos: { args: ['chaos', '--', 'together', '--kills', '5'], seconds: 12, data: 'new' },
  'chaos:chat': { args: ['chaos', '--', 'chat'], seconds: 12, data: 'new' },
  'chaos:upload': { args: ['chaos', '--', 'upload'], seconds: 12, data: 'new' },
  'chaos:sources': { args: ['chaos', '--', 'sources'], seconds: 12, data: 'new' },
  'chaos:upgrade': { args: ['chaos', '--', 'upgrade'], seconds: 12, data: 'new' },
  fleet: { args: ['fleet'], seconds: 12, data: 'new' },
  fuzz: { args: ['fuzz'], seconds: 12, data: 'new' },
  unit: { args: ['test:unit'], seconds: 20, data: 'new' },
  e2e: { args: ['test:e2e'], seconds: 12, data: 'new' },
  engines: { args: ['engines'], seconds: 15, data: 'new' },
  day: { args: ['day'], seconds: 15, data: 'new' },
  screens: { args: ['screens'], seconds: 12, data: 'new' },
  relevance: { args: ['relevance'], seconds: 12, data: 'new' },
  mutate: { args: ['mutate', '--', 'cursors'], seconds: 15, data: 'new' },
  grant: { args: ['grant', '--', 'a@b.example', 'admin'], seconds: 8, data: 'new' },
  people: { args: ['people'], seconds: 8, data: 'new' },
  'remove-factors': { args: ['remove-factors', '--', 'a@b.example'], seconds: 8, data: 'new' },
  build: { args: ['build'], seconds: 20, data: 'new' },
  check: { args: ['check'], seconds: 20, data: 'new' },
  'drills:unit': { args: ['drills:unit'], seconds: 20, data: 'new' },
  'drills:e2e': { args: ['drills:e2e'], seconds: 20, data: 'new' },
});

const MARK = 'INTERRUPTED_RUN';
/** npm keeps its own compiled modules there. */
const NPM_CACHE = 'node-compile-cache';
const TIMES = 5;
const ROWS = 20_000;
/** Milliseconds for a command to end after Ctrl-C, and for its cleaners after that. */
const END_LIMIT_MS = 120_000;
const CLEAN_LIMIT_MS = 60_000;
const LOOK_MS = 250;

await ownTemporaryFolders();
/** What commands work with. */
const home = await makeTemporaryFolder('interrupt-data-');

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Starts a command as a terminal does: in a process group of its own. */
const start = (args: readonly string[], base: string, data: string): ChildProcess =>
  spawn('npm', ['run', '--silent', ...args], {
    cwd: repository,
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      TMPDIR: base,
      [MARK]: base,
      DATA_DIR: data,
      DEMO_DATA: 'off',
      PORT: '0',
    },
  });

/** The processes that a command started. PostgreSQL has no mark, but its data folder. */
const processesOf = async (base: string, data: string): Promise<string[]> => {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const command = (await read('cmdline')).replaceAll('\0', ' ').trim();
    const isOurs =
      (await read('environ')).includes(`${MARK}=${base}`) ||
      [base, data].some((folder) => command.includes(folder));
    if (isOurs && command !== '') found.push(`process ${pid}: ${command.slice(0, 120)}`);
  }
  return found;
};

const foldersOf = async (base: string): Promise<string[]> =>
  (await readdir(base)).filter((name) => name !== NPM_CACHE).map((name) => `folder ${name}`);

/** What is left of a command after its cleaners had time. */
const leftOf = async (base: string, data: string): Promise<string[]> => {
  const end = performance.now() + CLEAN_LIMIT_MS;
  for (;;) {
    const left = [...(await processesOf(base, data)), ...(await foldersOf(base))];
    if (left.length === 0 || performance.now() > end) return left;
    await sleep(LOOK_MS);
  }
};

/** Presses Ctrl-C once. Returns what is wrong afterwards. */
const interrupt = async (name: string, args: Command['args'], seconds: number, data: string) => {
  const base = await makeTemporaryFolder('interrupt-');
  const before = new Set([...(await readdir(home)), path.basename(data)]);
  const child = start(args, base, data);
  const ended = once(child, 'exit');
  const moment = 0.2 + Math.random() * (seconds - 0.2);
  await Promise.race([ended, sleep(moment * 1_000)]);
  const isEarly = child.exitCode !== null;
  const pressed = performance.now();
  if (!isEarly && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  const hasEnded = await Promise.race([ended.then(() => true), sleep(END_LIMIT_MS, false)]);
  const took = ((performance.now() - pressed) / 1_000).toFixed(1);
  const left = hasEnded
    ? await leftOf(base, data)
    : ['it did not end', ...(await processesOf(base, data))];
  for (const made of (await readdir(home)).filter((entry) => !before.has(entry))) {
    if (!isEarly) left.push(`folder ${made}`);
    await rm(path.join(home, made), { recursive: true });
  }
  const when = isEarly ? 'ended before' : `at ${moment.toFixed(1)} s, ended after ${took} s`;
  say(`${name.padEnd(14)} ${when}: ${left.length === 0 ? 'nothing is left' : left.join('; ')}`);
  return left;
};

/** Runs a command to its end. */
const complete = async (args: readonly string[], base: string, data: string): Promise<void> => {
  const [code]: unknown[] = await once(start(args, base, data), 'exit');
  if (code !== 0) throw new Error(`npm run ${args.join(' ')} failed.`);
};

const writeFeed = async (file: string): Promise<void> => {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `${row}\tThing ${row}\thttps://shop.example/${row}\t${row + 1}.00 EUR`,
  );
  await writeFile(file, ['id\ttitle\tlink\tprice', ...rows].join('\n'));
};

const { positionals, values } = readArguments(
  'Usage: npm run interrupt [-- COMMAND... --times N --seconds N]',
  {
    allowPositionals: true,
    options: { times: { type: 'string', default: String(TIMES) }, seconds: { type: 'string' } },
  },
);
const prepared = path.join(home, 'prepared');
const [feed, backup] = [path.join(home, 'feed.tsv'), path.join(home, 'backup')];
const commands = commandsWith(feed, backup);
const unknown = positionals.filter((name) => !Object.hasOwn(commands, name));
if (unknown.length > 0) {
  console.error(`No such command: ${unknown.join(', ')}. ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
await writeFeed(feed);
await mkdir(path.join(home, 'preparing'));
await complete(['import', '--', feed, '--source', 'first'], path.join(home, 'preparing'), prepared);
await complete(['backup', '--', backup], path.join(home, 'preparing'), prepared);

let wrong = 0;
for (const [name, command] of Object.entries(commands)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (let time = 0; time < Number(values.times); time += 1) {
    const data = command.data === 'prepared' ? prepared : path.join(home, `data-${name}-${time}`);
    const seconds = Number(values.seconds ?? command.seconds);
    if ((await interrupt(name, command.args, seconds, data)).length > 0) wrong += 1;
  }
}
say(`Ctrl-C that left something: ${wrong}.`);
process.exit(wrong === 0 ? 0 : 1);
