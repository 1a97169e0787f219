import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { glossary, otherMeanings } from './glossary.ts';
import { findDeclarations, wordsOf } from './names.ts';

const root = path.resolve(import.meta.dirname, '..');

const allowed = new Set(otherMeanings.flatMap(({ names }) => names));

const rules = glossary.flatMap(({ concept, word, refused = [], refusedTypes = [] }) => [
  ...(refused.length === 0
    ? []
    : [
        {
          concept,
          word,
          refuses: (name: string): boolean =>
            new RegExp(`(?:^|-)(?:${refused.join('|')})(?:-|$)`).test(wordsOf(name)),
        },
      ]),
  { concept, word, refuses: (name: string): boolean => refusedTypes.includes(name) },
]);

/** What is wrong with a name, if it has a refused word. */
const findProblems = (name: string): readonly string[] =>
  rules
    .filter(({ refuses }) => refuses(name))
    .map(({ concept, word }) => `${name}: ${concept} is called ${word}`);

const findNew = (name: string): readonly string[] => (allowed.has(name) ? [] : findProblems(name));

const SOURCES = '{apps/*/src,packages/*/src,bench/src,e2e/src,scripts}/**';

const files = globSync(`${SOURCES}/*.*`, { cwd: root, exclude: ['**/dist/**'] });
const modules = files.filter((file) => /\.tsx?$/.test(file));

const declarations = await Promise.all(
  modules.map(async (file) => ({
    file,
    names: await findDeclarations(
      readFileSync(path.join(root, file), 'utf8'),
      file.endsWith('.tsx'),
    ),
  })),
);

const filesDeclaring = (type: string): readonly string[] =>
  declarations.filter(({ names }) => names.includes(type)).map(({ file }) => file);

test('files and folders have the words of the glossary', () => {
  const parts = new Set(files.flatMap((file) => file.split(/[/.]/)));
  expect([...parts].flatMap(findNew)).toEqual([]);
});

test('declarations have the words of the glossary', () => {
  const found = declarations.flatMap(({ file, names }) =>
    names.flatMap(findNew).map((problem) => `${file}: ${problem}`),
  );
  expect(found).toEqual([]);
  expect(declarations.length).toBeGreaterThan(1000);
});

test('keys of texts have the words of the glossary', () => {
  const keys = files
    .filter((file) => file.includes('core/language/texts/en/'))
    .flatMap((file) => {
      const texts: object = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
      return Object.keys(texts);
    });
  expect(keys.flatMap(findNew)).toEqual([]);
  expect(keys.length).toBeGreaterThan(1000);
});

test('a word for one type is declared once', () => {
  const types = glossary.flatMap(({ declaredOnce = [] }) => declaredOnce);
  expect(types.filter((type) => !allowed.has(type) && filesDeclaring(type).length > 1)).toEqual([]);
});

test.each([
  ['createAnswerFrame', 1],
  ['answer-frames', 1],
  ['MAX_ANSWER_LENGTH', 1],
  ['HTTPAnswer', 1],
  ['posting.fault.title', 2],
  ['upload-keep', 1],
  ['UploadKeep', 1],
  ['keepOpen', 0],
  ['replaceText', 0],
  ['placeholder', 0],
  ['Found', 1],
  ['findFound', 0],
])('%s has %d refused words', (name, count) => {
  expect(findProblems(name)).toHaveLength(count);
});
