import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const repository = path.join(import.meta.dirname, '..');

const textsOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: repository, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map((file) =>
    readFileSync(path.join(repository, file), 'utf8'),
  );

/** How modules name what they store in the browser: constants, and the names of databases. */
const NAMES =
  /(?:\w+_KEYS?|\w+_CACHE|\w+_PREFIX|\w+_DATABASE|databaseName) = \[?((?:'[\w:-]+'(?:, )?)+)|createEntryMemory\('([\w-]+)'|`(post-draft):/g;
const COOKIES = /'(?:__Host-)?(izgodno_[a-z]+)'/g;

/** Names of what is not stored: a property of an entry of the history. */
const NOT_STORED = new Set(['start']);

const stored = [
  ...textsOf('apps/web/src/{core,features,service-worker}/**/*.{ts,tsx}').flatMap((text) =>
    [...text.matchAll(NAMES)].flatMap(([, list = '', memory = '', draft = '']) =>
      `${list}${memory}${draft}`.split(/[', ]+/),
    ),
  ),
  ...textsOf('apps/server/src/features/accounts/session-cookies.ts').flatMap((text) =>
    [...text.matchAll(COOKIES)].map(([, name = '']) => name),
  ),
].filter((name) => name !== '' && !NOT_STORED.has(name));

test.each(['en', 'bg'])('the cookies page in %s names all that the browser stores', (language) => {
  const page = readFileSync(path.join(repository, `docs/legal/cookies.${language}.md`), 'utf8');
  const named = new Set([...page.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
  expect(stored.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !stored.includes(name))).toEqual([]);
  expect(stored.length).toBeGreaterThan(30);
});
