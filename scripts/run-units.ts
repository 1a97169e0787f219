import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs the unit tests of projects. What they print is shown at once, or returned. */
const run = async (
  projects: readonly string[],
  isShown: boolean,
): Promise<{ readonly code: number; readonly output: string }> => {
  const child = spawn('vitest', ['run', ...projects.map((name) => `--project=${name}`)], {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [output] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    once(child, 'close'),
  ]);
  return { code: child.exitCode ?? 1, output };
};

// Tests in a browser wait most of the time, and pages of one browser take the focus from each other:
// so two browsers run beside all others, and what they print follows at the end.
const runs = await Promise.all([
  run(['!web', '!web-app'], true),
  run(['web-app'], false),
  run(['web'], false),
]);
for (const { output } of runs) process.stdout.write(output);
process.exitCode = Math.max(...runs.map(({ code }) => code));
