import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProgram } from './start-program.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-program-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const programOf = async (name: string, source: string): Promise<string> => {
  const file = path.join(folder, `${name}.mjs`);
  await writeFile(file, source);
  return file;
};

test('a program that says where it serves runs until it is ended', async () => {
  const program = await programOf(
    'ready',
    `console.error('warming up', process.env.COLOR); console.log('Ready: http://127.0.0.1:1/x'); setInterval(() => {}, 1_000);`,
  );
  const running = await startProgram(program, { environment: { COLOR: 'green' } });
  expect(running.url).toBe('http://127.0.0.1:1/x');
  await expect.poll(() => running.output()).toContain('warming up green');
  expect(running.hasEnded()).toBe(false);
  await running.end('SIGTERM');
  expect(running.hasEnded()).toBe(true);
  await running.end('SIGTERM');
});

test('one that ends before that fails with what it said', async () => {
  const program = await programOf('ends', `console.error('no room'); process.exitCode = 3;`);
  await expect(startProgram(program, { environment: {} })).rejects.toThrow(
    /ended with 3:[\s\S]*no room/,
  );
});

test('one that says nothing is killed after its limit', async () => {
  const program = await programOf('hangs', 'setInterval(() => {}, 1_000);');
  await expect(startProgram(program, { environment: {}, limitMs: 1 })).rejects.toThrow(
    'did not start within 1 ms',
  );
});
