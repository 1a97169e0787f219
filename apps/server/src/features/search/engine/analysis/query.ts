import { inOtherLayouts } from './keyboard-layouts.ts';
import { boundedQuery, parseSyntax, type QueryUnit } from './query-syntax.ts';
import { readUnit, readWords, variantsOfLexeme, type Reading } from './readings.ts';
import type { Lexeme } from './scanner.ts';
import { completeWord, correctWord } from './spelling.ts';
import type { Clause, ParsedQuery, Vocabulary } from './types.ts';
import { isKnown } from './word-variants.ts';

/**
 * Stop words; in a phrase they count. Those in Latin letters are English or transliterated
 * Bulgarian.
 */
const stopWords = new Set(
  (
    'и или за на с със в във от до по при към като ' +
    'a an the and or for with of to in on at by za ot sas na'
  ).split(' '),
);

/** The largest number of combined readings of an alternative that are looked up. */
const readingsLimit = 8;

/**
 * With more unknown words than this a query is searched as typed, because each search for near
 * words scans much of the vocabulary.
 */
const guessedWordsLimit = 6;

/** Offsets into the query. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isStopWord = ({ quoted, lexemes }: QueryUnit): boolean =>
  !quoted && lexemes.length === 1 && lexemes.every(({ text }) => stopWords.has(text));

const withoutStopWords = (units: readonly QueryUnit[]): readonly QueryUnit[] => {
  const telling = units.filter((unit) => !isStopWord(unit));
  return telling.length > 0 ? telling : units;
};

/** Every combination of the units' readings, the plain readings first. */
const combine = (units: readonly (readonly Reading[])[]): readonly (readonly Clause[])[] => {
  let combinations: readonly (readonly Clause[])[] = [[]];
  for (const readings of units) {
    combinations = combinations
      .flatMap((clauses) => readings.map(({ clause }) => clauses.concat(clause)))
      .slice(0, readingsLimit);
  }
  return combinations;
};

type ReadAlternative = readonly {
  readonly unit: QueryUnit;
  readonly readings: readonly Reading[];
}[];

const readText = (text: string, vocabulary: Vocabulary): readonly ReadAlternative[] =>
  parseSyntax(text).map((units) =>
    withoutStopWords(units).map((unit) => ({ unit, readings: readUnit(unit, text, vocabulary) })),
  );

const isUnderstood = (alternatives: readonly ReadAlternative[]): boolean =>
  alternatives.every((units) => units.every(({ readings }) => readings.some(({ known }) => known)));

const alternativesOf = (read: readonly ReadAlternative[]): ParsedQuery['alternatives'] =>
  read.flatMap((units) => combine(units.map(({ readings }) => readings)));

/** Shorter words are too easily known by chance. */
const significantLength = 3;

/** Whether a word long enough to be significant is known. */
const isSignificant = (alternatives: readonly ReadAlternative[]): boolean =>
  alternatives
    .flat()
    .some(
      ({ unit, readings }) =>
        readings.some(({ known }) => known) &&
        unit.lexemes.some(({ kind, text }) => kind === 'word' && text.length >= significantLength),
    );

const readOtherLayout = (text: string, vocabulary: Vocabulary): ParsedQuery | null => {
  for (const reading of inOtherLayouts(text)) {
    const read = readText(reading, vocabulary);
    const telling = isUnderstood(read) && isSignificant(read);
    if (telling) return { alternatives: alternativesOf(read), correctedText: reading };
  }
  return null;
};

const isKnownUnit = ({ readings }: ReadAlternative[number]): boolean =>
  readings.some(({ known }) => known);

/** The last word of the query if no deal contains it: it may be unfinished. */
const unfinishedWord = (read: readonly ReadAlternative[], text: string): Lexeme | null => {
  const last = read.at(-1)?.at(-1);
  if (last === undefined || last.unit.quoted || isKnownUnit(last)) return null;
  const [lexeme, ...others] = last.unit.lexemes;
  if (lexeme?.kind !== 'word' || others.length > 0) return null;
  return text.slice(lexeme.end).trim() === '' ? lexeme : null;
};

/** Replaces the last word, if unknown, by its completions. */
const complete = (
  read: readonly ReadAlternative[],
  text: string,
  vocabulary: Vocabulary,
): readonly ReadAlternative[] => {
  const unfinished = unfinishedWord(read, text);
  if (unfinished === null) return read;
  const readings = readWords([{ variants: completeWord(unfinished.text, vocabulary) }], vocabulary);
  if (!readings.some(({ known }) => known)) return read;
  return read.map((units) =>
    units.map((read) => (read.unit.lexemes.includes(unfinished) ? { ...read, readings } : read)),
  );
};

/** The correction of each unknown word of a unit; null if a word stays unknown. */
const respell = ({ lexemes }: QueryUnit, vocabulary: Vocabulary): readonly Replacement[] | null => {
  const replacements: Replacement[] = [];
  for (const lexeme of lexemes) {
    const variants = variantsOfLexeme(lexeme, vocabulary);
    if (isKnown(variants, vocabulary)) continue;
    const word = lexeme.kind === 'word' ? correctWord(lexeme.text, vocabulary) : null;
    if (word === null) return null;
    replacements.push({ start: lexeme.start, end: lexeme.end, text: word });
  }
  return replacements;
};

const removal = ({ lexemes }: QueryUnit): Replacement => ({
  start: lexemes[0]?.start ?? 0,
  end: lexemes.at(-1)?.end ?? 0,
  text: '',
});

/**
 * The corrections in one term of a query. An unknown word without near words is left out if another
 * word is known; phrases and numbers are not corrected.
 */
const correctTerm = (term: ReadAlternative, vocabulary: Vocabulary): readonly Replacement[] => {
  const wanted = term.some(isKnownUnit);
  return term.flatMap((read) => {
    if (isKnownUnit(read)) return [];
    const replacements = respell(read.unit, vocabulary);
    if (replacements !== null) return replacements;
    const meant = read.unit.quoted || read.unit.lexemes.some(({ kind }) => kind === 'number');
    return wanted && !meant ? [removal(read.unit)] : [];
  });
};

const replaceIn = (text: string, replacements: readonly Replacement[]): string => {
  let result = '';
  let from = 0;
  for (const { start, end, text: replacement } of replacements) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return (result + text.slice(from)).replaceAll(/\s+/gu, ' ').trim();
};

/**
 * Parses a query. Spaces mean "and", commas "or", quotes a phrase. Each word matches its inflected
 * forms and its transliteration; if the live deals contain none of these, it is read as typed in
 * the wrong keyboard layout, as unfinished, or as misspelt. Never throws.
 */
export const parseQuery = (query: string, vocabulary: Vocabulary): ParsedQuery => {
  const text = boundedQuery(query);
  const typed = readText(text, vocabulary);
  const unknown = typed
    .flat()
    .filter((read) => !isKnownUnit(read))
    .flatMap(({ unit }) => unit.lexemes).length;
  if (unknown === 0 || unknown > guessedWordsLimit) {
    return { alternatives: alternativesOf(typed), correctedText: null };
  }
  const otherLayout = readOtherLayout(text, vocabulary);
  if (otherLayout !== null) return otherLayout;
  const completed = complete(typed, text, vocabulary);
  const replacements = completed.flatMap((term) => correctTerm(term, vocabulary));
  if (replacements.length === 0) {
    return { alternatives: alternativesOf(completed), correctedText: null };
  }
  const correctedText = replaceIn(text, replacements);
  const corrected = complete(readText(correctedText, vocabulary), correctedText, vocabulary);
  return { alternatives: alternativesOf(corrected), correctedText };
};
