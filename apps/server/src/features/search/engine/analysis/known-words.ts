import type { Kind } from '../../kinds/kinds.ts';
import type { PreparedText } from './characters.ts';
import {
  conceptOf,
  conceptsFrom,
  countriesFrom,
  countryOf,
  endsName,
  kindOfTerm,
  productInLatin,
} from './concepts.ts';
import { joinsNames, lexemeAt, type Lexeme, type LexemePositions } from './scanner.ts';
import { markedStem, stem } from './stem.ts';
import type { Token } from './types.ts';
import { WordTable, type WordPositions } from './word-table.ts';

type Terms = Token['terms'];

/** Words and further lists to cache: about 60 MB. Real texts repeat far fewer. */
const cacheLimit = 200_000;
/** The most that the cached words may take in the table on average, because texts may have very long words. */
const LONGEST_AVERAGE = 20;

/** A spelling and its marked stem, if it has one: whatever has a word also has its stem. */
export const withStem = (word: string, stemmed?: string): Terms => {
  const marked = markedStem(word, stemmed);
  return marked === null ? [word] : [word, marked];
};

/** A word of texts and its analysis. */
export class KnownWord {
  readonly text: string;
  readonly stem: string;
  readonly concept: string | undefined;
  /** Terms of two-word names that begin with this word, by the stem of the second. */
  readonly pairs: ReadonlyMap<string, string> | undefined;
  /** The same for locations and their countries. */
  readonly locations: ReadonlyMap<string, string> | undefined;
  /** Whether it may be between the two words of a name. */
  readonly joinsNames: boolean;
  #kind: Kind | null | undefined;

  constructor(text: string, stemmed = stem(text)) {
    this.text = text;
    this.stem = stemmed;
    this.concept = conceptOf(this.stem);
    this.pairs = conceptsFrom(this.stem);
    this.locations = countriesFrom(this.stem);
    this.joinsNames = joinsNames(text);
  }

  /** The kind of product that the word alone is a name of. */
  get kind(): Kind | null {
    return (this.#kind ??= kindOfTerm(this.concept ?? productInLatin(this.stem) ?? '') ?? null);
  }

  /** Whether a name of a product may begin with it. */
  get namesProduct(): boolean {
    return this.pairs !== undefined || this.kind !== null;
  }

  /** Its terms with its concept. */
  termsWithConcept(): Terms {
    const terms = this.terms();
    return this.concept === undefined ? terms : [...terms, this.concept];
  }

  /** Its terms without its concept. */
  terms(): Terms {
    const country = countryOf(this.stem);
    const terms = withStem(this.text, this.stem);
    return country === undefined ? terms : [...terms, country];
  }
}

/** A number of `KnownWords` holds these flags below its list. */
const BEGINS_NAME = 1;
const JOINS_NAMES = 2;
const NAMES_PRODUCT = 4;
const ENDS_NAME = 8;
const FLAG_BITS = 4;

/** The list of a word by its number. */
export const listOfWord = (number: number): number => number >>> FLAG_BITS;
/** Whether a name of two words may begin with one of them and end with the other. */
export const isPossibleName = (first: number, second: number): boolean =>
  (first & BEGINS_NAME) !== 0 && (second & ENDS_NAME) !== 0;
export const isBetweenNames = (number: number): boolean => (number & JOINS_NAMES) !== 0;
/** Whether a name of a product may begin with it, of one word or of two. */
export const beginsProductName = (number: number): boolean => (number & NAMES_PRODUCT) !== 0;

/** A number with a unit is also indexed without it; 15.6 inches also count as 15. */
const termsOfNumber = ({ text, unit }: Lexeme): Terms => {
  if (unit === null) return [text];
  const whole = text.indexOf('.');
  if (unit === 'in' && whole > 0) return [text + unit, text, text.slice(0, whole) + unit];
  return [text + unit, text];
};

const numberWithoutUnit = ([first, withoutUnit = first]: Terms): string => withoutUnit;

const flagsOf = (word: KnownWord, [first]: Terms): number => {
  // "4K" is one word for the names in descriptions, and the number 4 for those in titles.
  const namesProduct =
    word.namesProduct || (first !== word.text && new KnownWord(first).namesProduct);
  return (
    (word.pairs === undefined && word.locations === undefined ? 0 : BEGINS_NAME) |
    (word.joinsNames ? JOINS_NAMES : 0) |
    (endsName(word.stem) ? ENDS_NAME : 0) |
    (namesProduct ? NAMES_PRODUCT : 0)
  );
};

/**
 * The words of texts and the lists of terms that they are indexed under, by number. Texts repeat
 * their words, and a number is cheaper to look up than a string.
 */
class KnownWords {
  /** Counts how often all numbers have changed. */
  generation = 0;
  readonly #table = new WordTable();
  /** By list. The list 0 is of no word. */
  #terms: Terms[] = [['']];
  /** By the list of a word; null for those of numbers. */
  #words: (KnownWord | null)[] = [null];
  /** The lists that are of no word, by key. */
  readonly #listsByKey = new Map<string, number>();

  /** Evicts all words if there are too many. Before a text, because all numbers change. */
  bound(): void {
    if (this.#terms.length < cacheLimit && this.#table.length < cacheLimit * LONGEST_AVERAGE)
      return;
    this.#table.clear();
    this.#terms = [['']];
    this.#words = [null];
    this.#listsByKey.clear();
    this.generation += 1;
  }

  termsOf(list: number): Terms {
    return this.#terms[list] ?? [''];
  }

  /** Writes the numbers of the words of a text into `numbers`. */
  findAll(
    prepared: PreparedText,
    positions: WordPositions & LexemePositions,
    numbers: Int32Array,
  ): void {
    this.#table.findAll(prepared.codes, positions, numbers);
    for (let at = 0; at < positions.length; at += 1) {
      const record = numbers[at] ?? 0;
      const known = this.#table.valueOf(record);
      numbers[at] = known === 0 ? this.#learn(record, lexemeAt(prepared, positions, at)) : known;
    }
  }

  /** A word, or a number without its unit. */
  wordOf(number: number): KnownWord | null {
    const list = listOfWord(number);
    if (list === 0) return null;
    return this.#words[list] ?? new KnownWord(numberWithoutUnit(this.termsOf(list)));
  }

  /** The text of a word, or of a number without its unit. */
  textOf(number: number): string {
    const list = listOfWord(number);
    return this.#words[list]?.text ?? numberWithoutUnit(this.termsOf(list));
  }

  /** A word, or a number with its unit: "4k". */
  writtenWordOf(number: number): KnownWord | null {
    const word = this.wordOf(number);
    const [written] = this.termsOf(listOfWord(number));
    return word === null || word.text === written ? word : new KnownWord(written);
  }

  /** The list of terms of a key, which is not the list of a word. */
  listOf(key: string, termsOf: () => Terms): number {
    const known = this.#listsByKey.get(key);
    if (known !== undefined) return known;
    const list = this.#add(termsOf(), null);
    this.#listsByKey.set(key, list);
    return list;
  }

  #learn(record: number, lexeme: Lexeme): number {
    const word = new KnownWord(lexeme.text);
    const terms = lexeme.kind === 'number' ? termsOfNumber(lexeme) : word.termsWithConcept();
    // The numbers of models are too many to be kept as words.
    const list = this.#add(terms, lexeme.kind === 'number' ? null : word);
    const number = (list << FLAG_BITS) | flagsOf(word, terms);
    this.#table.setValue(record, number);
    return number;
  }

  #add(terms: Terms, word: KnownWord | null): number {
    this.#words.push(word);
    return this.#terms.push(terms) - 1;
  }
}

export const knownWords = new KnownWords();
