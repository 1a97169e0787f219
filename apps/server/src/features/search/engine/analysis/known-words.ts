import type { Kind } from '../../kinds/kinds.ts';
import type { PreparedText } from './characters.ts';
import {
  conceptOf,
  conceptsFrom,
  countriesFrom,
  countryOf,
  kindOfTerm,
  productInLatin,
} from './concepts.ts';
import { joinsNames, longestWord, wordIn } from './scanner.ts';
import { markedStem, stem } from './stem.ts';
import type { Token } from './types.ts';
import { WordTable } from './word-table.ts';

type Terms = Token['terms'];

/** Words and further lists to cache: about 60 MB. Real texts repeat far fewer. */
const cacheLimit = 200_000;

/** A spelling and its marked stem, if it has one: whatever has a word also has its stem. */
export const withStem = (word: string): Terms => {
  const marked = markedStem(word);
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

  /** Its terms without its concept. */
  terms(): Terms {
    const country = countryOf(this.stem);
    return country === undefined ? withStem(this.text) : [...withStem(this.text), country];
  }
}

/** A number of `KnownWords` holds these flags below its list. */
const BEGINS_NAME = 1;
const JOINS_NAMES = 2;
const FLAG_BITS = 2;

/** The list of a word by its number. */
export const listOfWord = (number: number): number => number >>> FLAG_BITS;
export const beginsName = (number: number): boolean => (number & BEGINS_NAME) !== 0;
export const isBetweenNames = (number: number): boolean => (number & JOINS_NAMES) !== 0;

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
  /** By the list of a word. */
  #words: (KnownWord | null)[] = [null];
  /** The lists that are of no word, by key. */
  readonly #listsByKey = new Map<string, number>();

  /** Evicts all words if there are too many. Before a text, because all numbers change. */
  bound(): void {
    if (this.#terms.length < cacheLimit) return;
    this.#table.clear();
    this.#terms = [['']];
    this.#words = [null];
    this.#listsByKey.clear();
    this.generation += 1;
  }

  termsOf(list: number): Terms {
    return this.#terms[list] ?? [''];
  }

  /** The number of the word from `start` to `end` of a prepared text; see `wordIn`. */
  numberOf({ text, codes }: PreparedText, start: number, end: number, scripts: number): number {
    const record = this.#table.find(codes, start, Math.min(end, start + longestWord));
    const known = this.#table.valueOf(record);
    if (known !== 0) return known;
    const word = new KnownWord(wordIn(text, start, end, scripts));
    const terms = word.terms();
    const list = this.#add(word.concept === undefined ? terms : [...terms, word.concept], word);
    const number =
      (list << FLAG_BITS) |
      (word.pairs === undefined && word.locations === undefined ? 0 : BEGINS_NAME) |
      (word.joinsNames ? JOINS_NAMES : 0);
    this.#table.setValue(record, number);
    return number;
  }

  wordOf(number: number): KnownWord | null {
    return this.#words[listOfWord(number)] ?? null;
  }

  /** The list of terms of a key, which is not the list of a word. */
  listOf(key: string, termsOf: () => Terms): number {
    const known = this.#listsByKey.get(key);
    if (known !== undefined) return known;
    const list = this.#add(termsOf(), null);
    this.#listsByKey.set(key, list);
    return list;
  }

  #add(terms: Terms, word: KnownWord | null): number {
    this.#words.push(word);
    return this.#terms.push(terms) - 1;
  }
}

export const knownWords = new KnownWords();
