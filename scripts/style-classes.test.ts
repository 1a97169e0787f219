import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '../apps/web/src');
const read = (file: string): string => readFileSync(path.join(web, file), 'utf8');
const code = globSync('**/*.{ts,tsx}', { cwd: web });

/** The names by which a file imports styles, with the sheet of each. */
const importsOf = (file: string): readonly (readonly [name: string, sheet: string])[] =>
  [...read(file).matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gmu)].map(
    ([, name = '', from = '']) => [
      name,
      from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from),
    ],
  );

/** A misspelled or removed class fails nowhere else: the element has the class `undefined`. */
test('every class that a component names is in its sheet', () => {
  const missing = code.flatMap((file) =>
    importsOf(file).flatMap(([name, sheet]) => {
      const styles = read(sheet);
      return [...read(file).matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'gu'))]
        .map(([, used = '']) => used)
        .filter((used) => !new RegExp(`\\.${used}(?![\\w-])`, 'u').test(styles))
        .map((used) => `${file}: ${used}`);
    }),
  );
  expect(missing).toEqual([]);
});

test('every class of a sheet is named by a component', () => {
  const importers = new Map<string, string>();
  for (const file of code) {
    for (const [, sheet] of importsOf(file))
      importers.set(sheet, `${importers.get(sheet) ?? ''}${read(file)}`);
  }
  expect(importers.size).toBeGreaterThan(50);
  const unused = globSync('**/*.module.css', { cwd: web }).flatMap((sheet) => {
    const users = importers.get(sheet) ?? '';
    const classes = read(sheet)
      .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
      .matchAll(/\.([a-z][\w-]*)(?=[^;{}]*\{)/giu);
    return (
      [...new Set([...classes].map(([, name = '']) => name))]
        // In any quotes, because `styles[tone]` names the values of a type.
        .filter((name) => !users.includes(`'${name}'`))
        .map((name) => `${sheet}: ${name}`)
    );
  });
  expect(unused).toEqual([]);
});
