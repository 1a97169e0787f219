import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { glossary } from './glossary.ts';
import { findDeclarations, wordsOf } from './names.ts';
import { otherMeanings, type OtherMeaning } from './other-meanings.ts';

const root = path.resolve(import.meta.dirname, '..');

const rules = glossary.map(({ concept, word, replaces, replacesTypes = [] }) => ({
  meaning: `${concept} is called ${word}`,
  words: replaces && new RegExp(`(?:^|-)(?:${replaces.join('|')})(?:-|$)`),
  types: new Set(replacesTypes),
}));

const problemsByName = new Map<string, readonly string[]>();

/** What is wrong with a name, if it has a word that another one replaces. */
const findProblems = (name: string): readonly string[] => {
  const known = problemsByName.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const problems = rules
    .filter((rule) => rule.words?.test(words) === true || rule.types.has(name))
    .map(({ meaning }) => `${name}: ${meaning}`);
  problemsByName.set(name, problems);
  return problems;
};

interface NameInFile {
  readonly name: string;
  readonly file: string;
}

const isMeantBy = (
  { name, file }: NameInFile,
  { names, in: starts = [''] }: OtherMeaning,
): boolean => names.includes(name) && starts.some((start) => file.startsWith(start));

/** The problems of a name that no exception allows. */
const findNew = (found: NameInFile): readonly string[] => {
  const problems = findProblems(found.name);
  return problems.length === 0 || otherMeanings.some((meaning) => isMeantBy(found, meaning))
    ? []
    : problems.map((problem) => `${found.file}: ${problem}`);
};

const SOURCES = '{apps/*/src,packages/*/src,bench/src,e2e/src,scripts}/**';

const files = globSync(`${SOURCES}/*.*`, { cwd: root, exclude: ['**/dist/**'] });
const modules = files.filter((file) => /\.tsx?$/.test(file));

const partsOfPaths = files.flatMap((file) => file.split(/[/.]/).map((name) => ({ name, file })));

/** Tests write the payloads of calls, so the keys of their objects are not their own. */
const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file);

const namesIn = async (file: string): Promise<readonly NameInFile[]> => {
  const names = await findDeclarations(readFileSync(path.join(root, file), 'utf8'), {
    tsx: file.endsWith('.tsx'),
    withKeys: !isTest(file),
  });
  return [...new Set(names)].map((name) => ({ name, file }));
};

const declarations = (await Promise.all(modules.map(namesIn))).flat();

const keysOfTexts = files
  .filter((file) => file.includes('core/language/texts/en/'))
  .flatMap((file) => {
    const texts: object = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
    return Object.keys(texts).map((name) => ({ name, file }));
  });

test('files and folders have the words of the glossary', () => {
  expect([...new Set(partsOfPaths.flatMap(findNew))]).toEqual([]);
});

test('declarations, members and variables have the words of the glossary', () => {
  expect(declarations.flatMap(findNew)).toEqual([]);
  expect(declarations.length).toBeGreaterThan(50_000);
});

test('keys of texts have the words of the glossary', () => {
  expect(keysOfTexts.flatMap(findNew)).toEqual([]);
  expect(keysOfTexts.length).toBeGreaterThan(1000);
});

test('a word for one type is declared once', () => {
  const types = glossary.flatMap(({ declaredOnce = [] }) => declaredOnce);
  const declared = types.filter(
    (type) => declarations.filter(({ name }) => name === type).length > 1,
  );
  expect(declared).toEqual([]);
});

/** An exception for each of its names, and for each of the paths. */
const partsOf = ({ reason, names, in: starts = [''] }: OtherMeaning): readonly OtherMeaning[] => {
  const ofNames = names.map((name): OtherMeaning => ({ reason, names: [name], in: starts }));
  const ofPaths = starts.map((start): OtherMeaning => ({ reason, names, in: [start] }));
  return ofNames.concat(ofPaths);
};

test('each exception is needed', () => {
  const exceptional = [...partsOfPaths, ...declarations, ...keysOfTexts].filter(
    ({ name }) => findProblems(name).length > 0,
  );
  const unused = otherMeanings
    .flatMap(partsOf)
    .filter((meaning) => !exceptional.some((found) => isMeantBy(found, meaning)));
  expect(unused).toEqual([]);
});

const code = `
import { faults as errors, gate } from 'other';
interface Deal { place: string; tell(audience: string): void }
class Call { #news = 1; forget() {} }
const read = ({ turn, own: [verdict] }: Own, ...people: User[]) => {
  const heard = { kept: 1 };
  try { return (answer) => answer.intake; } catch (refusal) { return heard; }
};`;
const wrongInCode = 'answer audience forget heard news people place refusal tell turn verdict';

test.each([
  [true, `${wrongInCode} kept`],
  [false, wrongInCode],
])('the names in a module, with keys of objects: %s', async (withKeys, wrong) => {
  const names = await findDeclarations(code, { tsx: false, withKeys });
  expect(new Set(names.filter((name) => findProblems(name).length > 0))).toEqual(
    new Set(wrong.split(' ')),
  );
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
])('%s has %d words that another one replaces', (name, count) => {
  expect(findProblems(name)).toHaveLength(count);
});
