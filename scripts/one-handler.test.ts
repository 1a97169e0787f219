import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const features = path.resolve(import.meta.dirname, '../apps/server/src/features');

const IMPORT = /^import (?:\* as (\w+)|\{([^}]*)\}) from '@izgodno\/contract\/([\w-]+)\//gm;
/** `add(calls.name, …)` and `addCall(app, name, …)`; the first part is all of `calls.name`. */
const HANDLED = /\badd(?:Call)?\(\s*(?:\w+,\s*)?(?:(\w+)\.)?(\w+),/g;

/** The calls that a file handles although the contract describes them in another feature's folder. */
const callsOfOthers = (file: string, text: string): readonly string[] => {
  const feature = file.split('/')[0];
  const areas = new Map(
    [...text.matchAll(IMPORT)].flatMap(([, whole, parts = '', area = '']) =>
      (whole === undefined ? (parts.match(/\w+/g) ?? []) : [whole]).map((name) => [name, area]),
    ),
  );
  return [...text.matchAll(HANDLED)]
    .map(([, from, call = '']) => ({ call, area: areas.get(from ?? call) }))
    .filter(({ area }) => area !== undefined && area !== feature)
    .map(({ call, area }) => `${file}: ${call} of ${area}`);
};

test('the feature of a call in the contract handles it', () => {
  const files = globSync('**/*.ts', { cwd: features, exclude: ['**/*.test.ts'] });
  const found = files.flatMap((file) =>
    callsOfOthers(file, readFileSync(path.join(features, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test.each([
  [`import * as calls from '@izgodno/contract/posts/calls';\nadd(calls.post, post);`, 'post'],
  [`import { a, b } from '@izgodno/contract/posts/calls';\naddCall(app, b, async () => {});`, 'b'],
])('%s', (text, call) => {
  expect(callsOfOthers('deals/a.ts', text)).toEqual([`deals/a.ts: ${call} of posts`]);
  expect(callsOfOthers('posts/a.ts', text)).toEqual([]);
});
