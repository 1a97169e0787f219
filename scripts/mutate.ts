import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { ownTemporaryFolders } from './clean-up.ts';
import { equivalents, type Equivalent } from './mutation/equivalents.ts';
import { isModuleName, mutatedModules, type ModuleName } from './mutation/modules.ts';
import { readArguments } from './read-arguments.ts';

/**
 * Mutation tests: changes the code of a module, one place at a time, and runs its tests, which must
 * fail. `npm run mutate` runs all modules, `npm run mutate -- cursors outbox` some.
 */

const repository = path.resolve(import.meta.dirname, '..');
/** The share of mutants that the tests of every module must notice. */
const LEAST_SCORE = 95;

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** A module that cannot load any more, a runtime error, fails every test. */
const noticed: ReadonlySet<Mutant['status']> = new Set(['Killed', 'Timeout', 'RuntimeError']);

interface Shown {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  readonly status: Mutant['status'];
}

const readMutants = async (name: ModuleName): Promise<readonly Mutant[]> => {
  const { mutate, tests } = mutatedModules[name];
  process.env['MUTATION_TESTS'] = tests.join(',');
  return new Stryker({
    configFile: 'scripts/mutation/stryker.json',
    mutate: [...mutate, '!**/*.test.ts'],
  }).runMutationTest();
};

/** The text between two places, lines and columns from 1. */
const textAt = (code: string, { start, end }: Mutant['location']): string => {
  const lines = code.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
};

const show = async (mutant: Mutant): Promise<Shown> => {
  const file = path.relative(repository, path.resolve(repository, mutant.fileName));
  const code = await readFile(path.join(repository, file), 'utf8');
  return {
    file,
    line: mutant.location.start.line,
    original: textAt(code, mutant.location),
    replacement: mutant.replacement,
    status: mutant.status,
  };
};

const isSame = (mutant: Shown, equivalent: Equivalent): boolean =>
  mutant.file === equivalent.file &&
  mutant.original === equivalent.original &&
  mutant.replacement === equivalent.replacement;

const print = (title: string, mutants: readonly Shown[]): void => {
  for (const { file, line, original, replacement } of mutants)
    console.log(`  ${title} ${file}:${line}\n    - ${original}\n    + ${replacement}`);
};

/** Mutates a module and prints what its tests did not notice. Returns whether the score suffices. */
const run = async (name: ModuleName): Promise<boolean> => {
  const begun = performance.now();
  const mutants = await Promise.all((await readMutants(name)).map(show));
  const counted = mutants.filter(
    ({ status }) => !['Ignored', 'CompileError', 'Pending'].includes(status),
  );
  const missed = counted.filter(({ status }) => !noticed.has(status));
  const equal = missed.filter((mutant) => equivalents.some((one) => isSame(mutant, one)));
  const survivors = missed.filter((mutant) => !equal.includes(mutant));
  const slow = counted.filter(({ status }) => status === 'Timeout');
  const total = counted.length - equal.length;
  const score = total === 0 ? 0 : (100 * (total - survivors.length)) / total;
  print('survived', survivors);
  print('killed by time-out', slow);
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(
    `| ${name} | ${counted.length} | ${equal.length} | ${total - survivors.length} | ${slow.length} | ${survivors.length} | ${score.toFixed(1)} % | ${seconds} s |`,
  );
  return score >= LEAST_SCORE;
};

const moduleNames = Object.keys(mutatedModules).join(', ');
const { positionals } = readArguments(
  `Usage: npm run mutate [-- MODULE...]\nMODULE is one of ${moduleNames}.`,
  {
    allowPositionals: true,
  },
);
const unknown = positionals.filter((name) => !isModuleName(name));
if (unknown.length > 0) {
  console.error(`No such module: ${unknown.join(', ')}. ${moduleNames}`);
  process.exit(2);
}
await ownTemporaryFolders();
const names = positionals.length > 0 ? positionals : Object.keys(mutatedModules);
console.log(
  '| Module | Mutants | Equivalent | Killed | of them by time-out | Survived | Score | Time |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const name of names.filter(isModuleName)) if (!(await run(name))) process.exitCode = 1;
