import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../../../..');
const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = packageSchema.parse(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
);
/** The commands of the product, each with its program. */
const commands = Object.entries(scripts).flatMap(([name, script]): [string, string][] => {
  const program = /\S+\/app\/commands\/\S+\.ts$/.exec(script)?.[0];
  return program === undefined ? [] : [[name, program]];
});

test.for(commands)('npm run %s -- --help prints how to use it', async ([name, program]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--help'], {
    cwd: root,
  });
  expect(stdout).toMatch(/^Usage:/);
  expect(stdout).toContain(`npm run ${name}`);
});
