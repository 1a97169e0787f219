import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#platform/database/database.ts';
import { findRunningPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import type { Schema } from '#schema/schema.ts';
import { ownTemporaryFolders } from '../../../../scripts/clean-up.ts';
import { readArguments } from '../../../../scripts/read-arguments.ts';
import { startProgram } from '../../../../scripts/start-program.ts';
import { freePort } from '../free-port.ts';
import { programEnvironment } from '../program-environment.ts';
import { hash } from './cheap-argon2.ts';
import { readCorpus } from './corpus.ts';
import { createRandom } from './random.ts';
import { fuzzCalls } from './run-calls.ts';
import { fuzzFrames } from './run-frames.ts';
import { createWorld } from './world.ts';

// The long form of `fuzz.test.ts`: `npm run fuzz -- [--calls N] [--frames N] [--seed N] [--minutes
// N]`, against a product of its own.

const program = fileURLToPath(new URL('../../src/app/serve.ts', import.meta.url));
const cheapPasswords = new URL('with-cheap-argon2.ts', import.meta.url).href;
const REPORT_EVERY_MS = 15_000;

const USAGE = 'Usage: npm run fuzz [-- --calls N --frames N --seed N --lines N --minutes N]';
const { values } = readArguments(USAGE, {
  options: {
    calls: { type: 'string', default: '100000' },
    frames: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lines: { type: 'string', default: '32' },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const seed = Number(values.seed);
const lines = Number(values.lines);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await ownTemporaryFolders();
const directory = await mkdtemp(path.join(tmpdir(), 'izgodno-fuzz-'));
// PostgreSQL's account passes through it.
await chmod(directory, 0o755);
const port = await freePort();
const product = await startProgram(program, {
  nodeArguments: ['--import', cheapPasswords, '--max-semi-space-size=32'],
  environment: {
    ...programEnvironment(),
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    DATABASE_POOL: '16',
    // A rate-limited call would reach no handler.
    BUDGET_PER_MINUTE: '0',
    TRUST_PROXY: '127.0.0.1,::1',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
    // The data does not outlive the run, so it need not wait for the disk.
    PGOPTIONS: '-c synchronous_commit=off',
  },
});
const check = (): void => {
  if (!product.hasEnded()) return;
  throw new Error(`The product ended:\n${product.output()}`);
};

const connectionString = await findRunningPostgres(path.join(directory, 'postgres'));
if (connectionString === undefined) throw new Error('No PostgreSQL runs.');
const opened = openDatabase<Schema>({ connectionString, maxConnections: 2 });
const world = createWorld({
  database: opened.database,
  url: `http://127.0.0.1:${port}`,
  passwordHash: await hash('zebra-lamp-4217'),
  random: createRandom(seed).next,
});

const began = performance.now();
let reported = began;
const report = (what: string) => (made: number) => {
  if (performance.now() - reported < REPORT_EVERY_MS) return;
  reported = performance.now();
  say(`${what}: ${made} after ${Math.round((reported - began) / 1_000)} s`);
};
const count = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, number]) => `  ${name.padEnd(32)}${number}`)
    .join('\n');

let failed = true;
try {
  say(`Seed ${seed}; process ${product.child.pid} on port ${port}`);
  const corpus = await readCorpus();
  const common = { port, world, seed, lines, check, deadlineMs: 60_000 };
  const frames = await fuzzFrames({
    ...common,
    frames: Number(values.frames),
    corpus: corpus.frames,
    renewEvery: 500,
    onProgress: report('frames'),
  });
  const frameSeconds = (performance.now() - began) / 1_000;
  say(
    `${frames.sent} frames in ${frameSeconds.toFixed(1)} s (${Math.round(frames.sent / frameSeconds)}/s); sockets by their end:`,
  );
  say(count(frames.byEnd));
  const calls = await fuzzCalls({
    ...common,
    calls: Number(values.calls),
    corpus: corpus.requests,
    renewEvery: 3_000,
    samples: 40,
    onFind: (find) => say(JSON.stringify(find)),
    isOver: () => performance.now() - began > Number(values.minutes) * 60_000,
    onProgress: report('calls'),
  });
  const callSeconds = (performance.now() - began) / 1_000 - frameSeconds;
  say(
    `${calls.made} calls in ${callSeconds.toFixed(1)} s (${Math.round(calls.made / callSeconds)}/s)`,
  );
  say(count(calls.byAnswer));
  for (const { ms, request } of calls.slowest)
    say(`  ${ms} ms ${request.method} ${request.target.slice(0, 100)}`);
  for (const find of frames.finds) say(JSON.stringify(find));
  const health = await fetch(`http://127.0.0.1:${port}/api/health`);
  check();
  say(
    `Process ${product.child.pid} answers: ${health.status}; ${calls.finds.length + frames.finds.length} finds`,
  );
  failed = calls.finds.length + frames.finds.length > 0;
} catch (error) {
  say(String(error));
} finally {
  await opened.close();
  await product.end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
}
if (failed) say(`The product's last words:\n${product.output().slice(-6_000)}`);
process.exit(failed ? 1 : 0);
