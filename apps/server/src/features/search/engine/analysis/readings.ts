import { inOtherScript } from '@izgodno/contract/common/transliteration';
import { conceptOfPair, isProduct, isSumOfWords } from './concepts.ts';
import { hasDigitsAsLetters, type QueryUnit } from './query-syntax.ts';
import { scan, type Lexeme } from './scanner.ts';
import { stem } from './stem.ts';
import type { Clause, QueryTerm, TermVariant, Vocabulary } from './types.ts';
import {
  bestOfEach,
  everyTermOf,
  exactScore,
  formsOf,
  formsOfConcept,
  isKnown,
  variantsOf,
} from './word-variants.ts';

/** One interpretation of a unit. */
export interface Reading {
  readonly clauses: readonly Clause[];
  /** Whether some live deal contains each of its words. */
  readonly known: boolean;
}

const clauseOf = (words: readonly QueryTerm[]): Clause | null => {
  const [first, ...rest] = words;
  return first === undefined ? null : { words: [first, ...rest] };
};

export const readWords = (words: readonly QueryTerm[], vocabulary: Vocabulary): Reading[] => {
  const clause = clauseOf(words);
  if (clause === null) return [];
  return [
    { clauses: [clause], known: words.every(({ variants }) => isKnown(variants, vocabulary)) },
  ];
};

/** Whether a unit asks a vehicle to be of some years. */
export const asksYears = ({ lexemes }: QueryUnit): boolean =>
  lexemes.some(({ years }) => years !== undefined);

/** The terms of a number as it is typed: with its unit, or each year that it asks for. */
export const termsOfNumber = ({ text, unit, years }: Lexeme): readonly string[] =>
  years ?? [text + (unit ?? '')];

export const variantsOfLexeme = (lexeme: Lexeme, vocabulary: Vocabulary): readonly TermVariant[] =>
  lexeme.kind === 'word'
    ? variantsOf(lexeme.text, vocabulary)
    : termsOfNumber(lexeme).map((term) => ({ term, score: exactScore }));

const readLexemes = (lexemes: readonly Lexeme[], vocabulary: Vocabulary): Reading[] =>
  readWords(
    lexemes.map((lexeme) => ({ variants: variantsOfLexeme(lexeme, vocabulary) })),
    vocabulary,
  );

/** "4ehal" is чехъл: digits in place of letters, if the vocabulary has the word or it names a product. */
const readDigitsAsLetters = (typed: string, vocabulary: Vocabulary): Reading[] => {
  if (!hasDigitsAsLetters(typed)) return [];
  const variants = inOtherScript(typed)
    .map(({ text, cost }) => formsOf(text, exactScore - cost))
    .filter((forms) => isKnown(forms, vocabulary) || forms.some(({ term }) => isProduct(term)));
  return variants.length === 0
    ? []
    : readWords([{ variants: bestOfEach(variants.flat()) }], vocabulary);
};

/** "wi-fi" as "wifi". */
const joinedWord = ({ lexemes, quoted }: QueryUnit): string | null =>
  quoted || lexemes.length < 2 || lexemes.some(({ kind }) => kind === 'number')
    ? null
    : lexemes.map(({ text }) => text).join('');

const readJoined = (unit: QueryUnit, vocabulary: Vocabulary): Reading[] => {
  const joined = joinedWord(unit);
  return joined === null
    ? []
    : readWords([{ variants: variantsOf(joined, vocabulary) }], vocabulary);
};

/** The concept of a unit of two words that are a name. */
export const conceptOfName = ({ lexemes, quoted }: QueryUnit): string | undefined => {
  const [first, second] = lexemes;
  if (quoted || first === undefined || second === undefined || lexemes.length > 2) return undefined;
  return conceptOfPair(stem(first.text), stem(second.text));
};

/** Words of a name that are apart mean the name less often than another name of the same does. */
const apartPenalty = 50;

const lessLikely = (variants: readonly TermVariant[]): readonly TermVariant[] =>
  variants.map(({ term, score }) => ({ term, score: Math.max(1, score - apartPenalty) }));

/**
 * "washing machine" as any synonym; "office chair" also as its words wherever they are („офис
 * ергономичен стол“).
 */
const readName = (unit: QueryUnit, vocabulary: Vocabulary): Reading[] => {
  const concept = conceptOfName(unit);
  if (concept === undefined) return [];
  const named = readWords([{ variants: formsOfConcept(concept, exactScore) }], vocabulary);
  const texts = unit.lexemes.map(({ text }) => text);
  if (!isSumOfWords(concept, texts)) return named;
  const apart = unit.lexemes.flatMap((lexeme) =>
    readWords([{ variants: lessLikely(variantsOfLexeme(lexeme, vocabulary)) }], vocabulary),
  );
  return [
    ...named,
    {
      clauses: apart.flatMap(({ clauses }) => clauses),
      known: apart.every(({ known }) => known),
    },
  ];
};

/** "13 m2" as a number and a model, if no deal has such a measure. */
const readUnitApart = (unit: QueryUnit, typed: string, vocabulary: Vocabulary): Reading[] => {
  const [lexeme] = unit.lexemes;
  if (lexeme?.unit === undefined || lexeme.unit === null || unit.lexemes.length > 1) return [];
  // A space keeps the letters from being parsed as the unit again.
  const symbol = /[^\d.,\s].*$/u.exec(typed)?.[0] ?? '';
  const number = { ...lexeme, unit: null };
  return readLexemes([number, ...scan(symbol)], vocabulary);
};

const ordinalEnding = /^(?:ви|ри|ти|ми|ва|ра|та|ма|во|ро|то|мо|и|а|я|о|vi|ri|ti|mi|st|nd|rd|th)$/u;

/** Reads „7ми“ as 7 if no deal has „7ми“. */
const readOrdinal = ({ lexemes }: QueryUnit, vocabulary: Vocabulary): Reading[] => {
  const [number, ending, ...others] = lexemes;
  const isOrdinal =
    number?.kind === 'number' &&
    number.unit === null &&
    others.length === 0 &&
    ordinalEnding.test(ending?.text ?? '');
  return isOrdinal ? readLexemes([number], vocabulary) : [];
};

/** Every term that a lexeme may mean; a measure may also be a number by itself. */
export const termsOfLexeme = (lexeme: Lexeme): readonly string[] =>
  lexeme.kind === 'word' ? everyTermOf(lexeme.text) : [lexeme.text, ...termsOfNumber(lexeme)];

/** What is typed for a unit. */
export const textOf = (text: string, { lexemes }: QueryUnit): string =>
  text.slice(lexemes[0]?.start ?? 0, lexemes.at(-1)?.end ?? 0);

/**
 * Terms of which a deal has at least one if it matches any reading of a unit, whatever words other
 * deals have. A reading as several words has none: a deal must have the terms of each of these.
 */
export const termsOfUnit = (unit: QueryUnit, text: string): ReadonlySet<string> => {
  const typed = textOf(text, unit).toLowerCase();
  const [first, ...others] = unit.lexemes;
  const joined = joinedWord(unit);
  const concept = conceptOfName(unit);
  return new Set([
    ...(first === undefined || others.length > 0 ? [] : termsOfLexeme(first)),
    ...(concept === undefined ? [] : formsOfConcept(concept, exactScore).map(({ term }) => term)),
    ...(joined === null ? [] : everyTermOf(joined)),
    ...(hasDigitsAsLetters(typed)
      ? inOtherScript(typed).flatMap(({ text }) => everyTermOf(text))
      : []),
  ]);
};

/** The readings that some deal may match; if there are none, the plain one. */
export const readUnit = (unit: QueryUnit, text: string, vocabulary: Vocabulary): Reading[] => {
  const typed = textOf(text, unit).toLowerCase();
  const withDigits = unit.quoted ? [] : readDigitsAsLetters(typed, vocabulary);
  // "6kaf" is шкаф, and no six coffees: beside such a word only the same letters count.
  const plain =
    withDigits.length === 0
      ? readLexemes(unit.lexemes, vocabulary)
      : readWords(
          unit.lexemes.map(({ text }) => ({ variants: [{ term: text, score: exactScore }] })),
          vocabulary,
        );
  const others = unit.quoted
    ? []
    : [...readName(unit, vocabulary), ...readJoined(unit, vocabulary), ...withDigits];
  const known = [...plain, ...others].filter((reading) => reading.known);
  if (known.length > 0) return known;
  const apart = [
    ...readUnitApart(unit, typed, vocabulary),
    ...readOrdinal(unit, vocabulary),
  ].filter((reading) => reading.known);
  if (apart.length > 0) return apart;
  return withDigits.length > 0 ? withDigits : plain;
};
