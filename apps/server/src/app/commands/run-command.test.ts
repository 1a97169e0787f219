import { parseArgs } from 'node:util';
import { DatabaseError } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand, UsageError } from './run-command.ts';

const USAGE = 'Usage: npm run sweep -- FOLDER';
const { argv, exitCode } = process;
let printed: string[];

beforeEach(() => {
  printed = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(process, { argv, exitCode });
});

/** What a command of one folder prints with these arguments, and its exit code. */
const run = async (...args: readonly string[]) => {
  process.argv = ['node', 'sweep.ts', ...args];
  await runCommand(USAGE, async () => {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length === 0) throw new UsageError();
    if (positionals.length > 1) throw new UsageError('Expected one folder.');
    if (positionals[0] === 'lost') throw new Error('There is no such folder.');
    if (positionals[0] === 'stopped')
      throw Object.assign(new DatabaseError('terminating connection', 0, 'error'), {
        code: '57P01',
      });
    if (positionals[0] === 'closed') throw new Error('Connection terminated unexpectedly');
    if (positionals[0] === 'refused')
      throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9000'), {
        code: 'ECONNREFUSED',
        syscall: 'connect',
      });
    if (positionals[0] === 'wrong') throw new DatabaseError('syntax error', 0, 'error');
    return 'Swept.';
  });
  return [printed.join(''), process.exitCode];
};

const lostFor = (reason: string): string =>
  `The database became unavailable: ${reason}. Run this again when it is back; npm run doctor examines it.\n`;

test.each([
  [['here'], 'Swept.\n', exitCode],
  [['--help'], `${USAGE}\n`, exitCode],
  [['-h'], `${USAGE}\n`, exitCode],
  [['lost'], 'There is no such folder.\n', 1],
  [['wrong'], 'syntax error\n', 1],
  [['refused'], 'connect ECONNREFUSED 127.0.0.1:9000\n', 1],
  [['stopped'], lostFor('terminating connection'), 1],
  [['closed'], lostFor('Connection terminated unexpectedly'), 1],
  [[], `${USAGE}\n`, 1],
  [['a', 'b'], `Expected one folder.\n\n${USAGE}\n`, 1],
  [['--all'], `Unknown option '--all'.\n\n${USAGE}\n`, 1],
])('a command with the arguments %j prints %j', async (args, text, code) => {
  expect(await run(...args)).toEqual([text, code]);
});
