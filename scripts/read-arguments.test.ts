import { afterEach, expect, test, vi } from 'vitest';
import { readArguments } from './read-arguments.ts';

const USAGE = 'Usage: npm run sweep -- FOLDER [--times N]';
const { argv } = process;

afterEach(() => {
  vi.restoreAllMocks();
  process.argv = argv;
});

/** What a program reads of its arguments, or what it prints and the code with which it ends. */
const read = (...args: readonly string[]): unknown => {
  process.argv = ['node', 'sweep.ts', ...args];
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new RangeError(`${printed.join('')}${code}`);
  });
  try {
    const options = { times: { type: 'string', default: '5' } } as const;
    const bounds = { least: 1, most: 1 };
    const { values, positionals } = readArguments(
      USAGE,
      { allowPositionals: true, options },
      bounds,
    );
    return [positionals[0], values.times];
  } catch (error) {
    return error instanceof RangeError ? error.message : error;
  }
};

test.each([
  [
    ['here', '--times', '7'],
    ['here', '7'],
  ],
  [['here'], ['here', '5']],
  [['--help'], `${USAGE}\n0`],
  [[], `${USAGE}\n2`],
  [['a', 'b'], `${USAGE}\n2`],
  [['here', '--all'], `Unknown option '--all'.\n${USAGE}\n2`],
])('of %j', (args, expected) => {
  expect(read(...args)).toEqual(expected);
});
