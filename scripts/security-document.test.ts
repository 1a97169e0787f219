import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const testFiles = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
});

/** Each `file.test.ts` that the document names, with the titles that follow it in quotation marks. */
const named = [
  ...readFileSync(path.join(root, 'docs/security.md'), 'utf8').matchAll(
    /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:, "[^"]+")*)/g,
  ),
].map(([, file = '', titles = '']) => ({
  file: path.basename(file),
  titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
}));

test('the document of security names many tests', () => {
  expect(named.length).toBeGreaterThan(100);
});

test.each(named)(
  '$file, which it names, is there with what it is named for',
  ({ file, titles }) => {
    const texts = testFiles
      .filter((found) => path.basename(found) === file)
      .map((found) => readFileSync(path.join(root, found), 'utf8'));
    expect(texts).not.toHaveLength(0);
    const missing = titles.filter((title) => !texts.some((text) => text.includes(title)));
    expect(missing).toEqual([]);
  },
);
