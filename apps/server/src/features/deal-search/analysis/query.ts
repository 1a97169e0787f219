import { inOtherLayouts } from './keyboard-layouts.ts';
import { boundedQuery, parseSyntax, type QueryUnit } from './query-syntax.ts';
import { readUnit, readWords, variantsOfLexeme, type Reading } from './readings.ts';
import type { Lexeme } from './scanner.ts';
import { completeWord, correctWord } from './spelling.ts';
import type { Clause, ParsedQuery, QueryWord, Vocabulary } from './types.ts';
import { bestOfEach, isKnown } from './word-variants.ts';

/** Words that carry nothing alone; in a phrase they count. Those in Latin letters are English or typed Bulgarian. */
const stopWords = new Set(
  (
    'и или за на с със в във от до по при към като ' +
    'a an the and or for with of to in on at by za ot sas na'
  ).split(' '),
);

/** Readings of a whole alternative that are looked up at most, however its words may be read. */
const readingsLimit = 8;

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

/** Every way to read all the units together, the plain readings first. */
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
const tellingLength = 3;

/** Some word long enough to tell is known. */
const isTelling = (alternatives: readonly ReadAlternative[]): boolean =>
  alternatives
    .flat()
    .some(
      ({ unit, readings }) =>
        readings.some(({ known }) => known) &&
        unit.lexemes.some(({ kind, text }) => kind === 'word' && text.length >= tellingLength),
    );

const readOtherLayout = (text: string, vocabulary: Vocabulary): ParsedQuery | null => {
  for (const reading of inOtherLayouts(text)) {
    const read = readText(reading, vocabulary);
    const telling = isUnderstood(read) && isTelling(read);
    if (telling) return { alternatives: alternativesOf(read), correctedText: reading };
  }
  return null;
};

/** Collects what was replaced while unknown words are corrected. */
class Corrector {
  readonly replacements: Replacement[] = [];
  readonly #text: string;
  readonly #vocabulary: Vocabulary;

  constructor(text: string, vocabulary: Vocabulary) {
    this.#text = text;
    this.#vocabulary = vocabulary;
  }

  /** The text with all replacements; null where there are none. */
  get correctedText(): string | null {
    if (this.replacements.length === 0) return null;
    let result = '';
    let from = 0;
    for (const { start, end, text } of this.replacements) {
      result += this.#text.slice(from, start) + text;
      from = end;
    }
    return result + this.#text.slice(from);
  }

  correct(alternative: ReadAlternative): readonly (readonly Reading[])[] {
    return alternative.map(({ unit, readings }) =>
      readings.some(({ known }) => known) ? readings : this.#correctUnit(unit),
    );
  }

  #correctUnit({ lexemes, quoted }: QueryUnit): readonly Reading[] {
    const words = lexemes.map((lexeme) => this.#correctLexeme(lexeme, quoted));
    return readWords(words, this.#vocabulary);
  }

  #correctLexeme(lexeme: Lexeme, quoted: boolean): QueryWord {
    const variants = variantsOfLexeme(lexeme, this.#vocabulary);
    if (lexeme.kind === 'number' || isKnown(variants, this.#vocabulary)) return { variants };
    const isLast = this.#text.slice(lexeme.end).trim() === '';
    const completions = isLast && !quoted ? completeWord(lexeme.text, this.#vocabulary) : [];
    if (completions.length > 0) return { variants: bestOfEach([...variants, ...completions]) };
    const correction = correctWord(lexeme.text, this.#vocabulary);
    if (correction === null) return { variants };
    this.replacements.push({ start: lexeme.start, end: lexeme.end, text: correction.text });
    return { variants: correction.variants };
  }
}

/**
 * Understands what was typed. Spaces mean "and", commas "or", quotes a phrase. Each word stands for
 * its inflected forms and its spelling in the other script; only where the live deals hold none of
 * these is it read as typed under the wrong keyboard layout, as unfinished, or as misspelt. Never
 * throws.
 */
export const parseQuery = (query: string, vocabulary: Vocabulary): ParsedQuery => {
  const text = boundedQuery(query);
  const read = readText(text, vocabulary);
  if (isUnderstood(read)) return { alternatives: alternativesOf(read), correctedText: null };
  const otherLayout = readOtherLayout(text, vocabulary);
  if (otherLayout !== null) return otherLayout;
  const corrector = new Corrector(text, vocabulary);
  const alternatives = read.flatMap((alternative) => combine(corrector.correct(alternative)));
  return { alternatives, correctedText: corrector.correctedText };
};
