import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const module = pathToFileURL(path.join(import.meta.dirname, 'on-interrupt.ts')).href;

/** Runs a program, interrupts it twice at once, as a terminal and npm do, and returns its end. */
const interrupt = async (program: string) => {
  const code = `
    import { onInterrupt, stopIfInterrupted } from ${JSON.stringify(module)};
    setInterval(() => {}, 1_000);
    ${program}
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const output = text(child.stdout);
  child.kill('SIGINT');
  child.kill('SIGTERM');
  await ended;
  return { code: child.exitCode, output: await output };
};

const starting = `
  const { promise: starting, resolve } = Promise.withResolvers();
  setTimeout(() => resolve({ stop: async () => console.log('stopped') }), 100);
  stopIfInterrupted(starting);`;

test('what still starts is stopped before an interrupted command ends', async () => {
  const { code, output } = await interrupt(starting);
  expect(output).toBe('stopped\n');
  // Of two signals at once either may come first.
  expect([130, 143]).toContain(code);
});

test('a command that handles its interruption itself stops that itself', async () => {
  const handled = `onInterrupt(() => { console.log('handled'); process.exitCode = 1; process.exit(); });`;
  expect(await interrupt(`${handled}${starting}`)).toEqual({ code: 1, output: 'handled\n' });
});
