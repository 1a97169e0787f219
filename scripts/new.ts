import path from 'node:path';
import { create, usage } from './new/create.ts';
import { Rejected } from './new/tree.ts';
import { readArguments } from './read-arguments.ts';

/** Writes the pattern of a call, page, source or feature with its test, and registers it. */

const { positionals, values } = readArguments(
  usage,
  { allowPositionals: true, options: { in: { type: 'string' } } },
  { least: 2, most: 2 },
);
const [kind = '', name = ''] = positionals;

try {
  const root = path.resolve(import.meta.dirname, '..');
  const { files, next } = await create(root, kind, name, values.in);
  for (const file of files) console.log(`Written: ${file}`);
  for (const step of next) console.log(`Next: ${step}`);
} catch (error) {
  if (!(error instanceof Rejected)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
