import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { isAlive } from './remove-left-over.ts';
import { runBeside } from './run-beside.ts';

/** Limit for the installation of external servers, in milliseconds. */
const INSTALLATION_LIMIT_MS = 10 * 60_000;

/** CI installs the external servers of tests meanwhile, in this process. */
const waitForServers = async (): Promise<void> => {
  const pid = Number(process.env['INSTALLING_SERVERS'] ?? 0);
  const end = Date.now() + INSTALLATION_LIMIT_MS;
  while (isAlive(pid) && Date.now() < end) await pause(200);
};

/** Runs the unit tests of projects, and returns what they print; shown at once if `isShown`. */
const run = async (projects: readonly string[], isShown: boolean) => ({
  isShown,
  ...(await runBeside('vitest', ['run', ...projects.map((name) => `--project=${name}`)], {
    isShown,
  })),
});

/** The part of an output that tells what failed, and the names of those tests once more at its end. */
const failures = (output: string): string => {
  const lines = stripVTControlCharacters(output).split('\n');
  const start = lines.findIndex((line) => /^⎯+ (?:Failed|Unhandled)/u.test(line));
  const names = lines.filter((line) => /^\s*FAIL\s/u.test(line));
  return [...lines.slice(start === -1 ? -50 : start), ...names, ''].join('\n');
};

await waitForServers();

// Tests in a browser or with external servers wait most of the time, and pages of one browser take the
// focus from each other: so these run beside all others, and what they print follows at the end.
const runs = await Promise.all([
  run(['!web', '!web-app', '!services'], true),
  run(['services'], false),
  run(['web-app'], false),
  run(['web'], false),
]);
for (const { output } of runs.filter(({ isShown }) => !isShown)) process.stdout.write(output);

// What failed is the last that a reader of a long log sees.
const failed = runs.filter(({ code }) => code !== 0);
for (const { output } of failed) process.stdout.write(failures(output));
process.exitCode = failed.length === 0 ? 0 : 1;
