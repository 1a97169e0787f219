import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { isAlive } from './remove-left-over.ts';
import { runBeside } from './run-beside.ts';

/** Limit for the installation of the operating system's packages, in milliseconds. */
const INSTALLATION_LIMIT_MS = 10 * 60_000;

/** CI installs the operating system's packages that tests need meanwhile, in this process. */
const waitForInstallation = async (): Promise<void> => {
  const pid = Number(process.env['INSTALLING_PACKAGES'] ?? 0);
  const end = Date.now() + INSTALLATION_LIMIT_MS;
  while (isAlive(pid) && Date.now() < end) await sleep(200);
};

type Command = readonly [command: string, ...args: string[]];

const unitTests = (...projects: readonly string[]): Command => [
  'vitest',
  'run',
  ...projects.map((name) => `--project=${name}`),
];
/** All projects but these, which need an external server, a browser or most of the time. */
const OTHERS = ['!server', '!services', '!web'];
const JOURNEYS: Command = ['npm', 'run', 'test:e2e'];

/** Runs commands one after the other. What they print is shown at once if `isShown`. */
const runLane = async (commands: readonly Command[], isShown: boolean) => {
  const finished = [];
  for (const [command, ...args] of commands)
    finished.push({ isShown, ...(await runBeside(command, args, { isShown })) });
  return finished;
};

/** The part of an output that tells what failed, and the names of those tests once more at its end. */
const failures = (output: string): string => {
  const lines = stripVTControlCharacters(output).split('\n');
  const start = lines.findIndex((line) => /^⎯+ (?:Failed|Unhandled)/u.test(line));
  const names = lines.filter((line) => /^\s*FAIL\s/u.test(line));
  return [...lines.slice(start === -1 ? -50 : start), ...names, ''].join('\n');
};

await waitForInstallation();

// Most tests wait at times, so several programs run at once, but few: more than a small machine has cores
// take more time in all. Each lane takes about as long. What the others print follows at the end.
const journeys = process.argv.includes('unit') ? [] : [JOURNEYS];
const runs = (
  await Promise.all([
    runLane([unitTests('server')], true),
    runLane(journeys, false),
    runLane([unitTests('services'), unitTests('web'), unitTests(...OTHERS)], false),
  ])
).flat();
for (const { output } of runs.filter(({ isShown }) => !isShown)) process.stdout.write(output);

// What failed is the last that a reader of a long log sees.
const failed = runs.filter(({ code }) => code !== 0);
for (const { output } of failed) process.stdout.write(failures(output));
process.exitCode = failed.length === 0 ? 0 : 1;
