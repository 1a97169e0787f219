import { conceptsFrom, isSumOfWords } from './concepts.ts';
import type { QueryUnit } from './query-syntax.ts';
import { scan, type Lexeme } from './scanner.ts';
import { stem } from './stem.ts';
import { inOtherScript } from './transliteration.ts';
import type { Clause, QueryTerm, TermVariant, Vocabulary } from './types.ts';
import {
  bestOfEach,
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

export const variantsOfLexeme = (lexeme: Lexeme, vocabulary: Vocabulary): readonly TermVariant[] =>
  lexeme.kind === 'word'
    ? variantsOf(lexeme.text, vocabulary)
    : [{ term: lexeme.text + (lexeme.unit ?? ''), score: exactScore }];

const readLexemes = (lexemes: readonly Lexeme[], vocabulary: Vocabulary): Reading[] =>
  readWords(
    lexemes.map((lexeme) => ({ variants: variantsOfLexeme(lexeme, vocabulary) })),
    vocabulary,
  );

/** "4ehal" is чехъл: digits in place of letters, if the vocabulary has the word. */
const readDigitsAsLetters = (typed: string, vocabulary: Vocabulary): Reading[] => {
  if (!/^[a-z46]*[46][a-z46]*$/u.test(typed) || !/[a-z]{2}/u.test(typed)) return [];
  const variants = inOtherScript(typed)
    .map(({ text, cost }) => formsOf(text, exactScore - cost))
    .filter((forms) => isKnown(forms, vocabulary));
  return variants.length === 0
    ? []
    : readWords([{ variants: bestOfEach(variants.flat()) }], vocabulary);
};

/** "wi-fi" as "wifi". */
const readJoined = ({ lexemes, quoted }: QueryUnit, vocabulary: Vocabulary): Reading[] => {
  if (quoted || lexemes.length < 2 || lexemes.some(({ kind }) => kind === 'number')) return [];
  const joined = lexemes.map(({ text }) => text).join('');
  return readWords([{ variants: variantsOf(joined, vocabulary) }], vocabulary);
};

/** The concept of a unit of two words that are a name. */
export const conceptOfName = ({ lexemes, quoted }: QueryUnit): string | undefined => {
  const [first, second] = lexemes;
  if (quoted || first === undefined || second === undefined || lexemes.length > 2) return undefined;
  return conceptsFrom(stem(first.text))?.get(stem(second.text));
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

/** The readings that some deal may match; if there are none, the plain one. */
export const readUnit = (unit: QueryUnit, text: string, vocabulary: Vocabulary): Reading[] => {
  const typed = text
    .slice(unit.lexemes[0]?.start ?? 0, unit.lexemes.at(-1)?.end ?? 0)
    .toLowerCase();
  const plain = readLexemes(unit.lexemes, vocabulary);
  const others = unit.quoted
    ? []
    : [
        ...readName(unit, vocabulary),
        ...readJoined(unit, vocabulary),
        ...readDigitsAsLetters(typed, vocabulary),
      ];
  const known = [...plain, ...others].filter((reading) => reading.known);
  if (known.length > 0) return known;
  const apart = readUnitApart(unit, typed, vocabulary).filter((reading) => reading.known);
  return apart.length > 0 ? apart : plain;
};
