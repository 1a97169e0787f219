import { availableParallelism } from 'node:os';
import { runBeside } from './run-beside.ts';

/** The longest first. */
const waiting = ['types', 'lint', 'boundaries', 'unused', 'format', 'commits'];

// At Ctrl-C, tsc would finish its work first.
const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    waiting.length = 0;
    end.abort();
  });

/** Runs one check after the other; each uses one core most of the time. */
const runWaiting = async (): Promise<void> => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { code, output } = await runBeside('npm', ['run', `check:${check}`], {
      end: end.signal,
    });
    process.stdout.write(output);
    if (code !== 0) process.exitCode = 1;
  }
};

await Promise.all(Array.from({ length: Math.max(2, availableParallelism() / 2) }, runWaiting));
