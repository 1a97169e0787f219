import { stripVTControlCharacters } from 'node:util';
import { runBeside } from './run-beside.ts';

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
