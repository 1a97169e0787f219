import type { Category } from '@izgodno/contract/deals/vocabulary';
import { meantIn } from '../../kinds/homonyms.ts';
import { isService, kindById } from '../../kinds/kinds.ts';
import { beginsProductName, isBetweenNames, knownWords, type KnownWord } from './known-words.ts';
import { namesWithoutPurposes, type NameWords, type ProductName } from './product-names.ts';
import { scan } from './scanner.ts';
import { subjectOf } from './searchable-text.ts';
import { TextReading } from './text-reading.ts';

/** What the words of a title say that a deal is. */
interface TitleKinds {
  /** What its beginning names. */
  readonly kinds: readonly string[];
  /** What it comes with. */
  readonly parts: readonly string[];
}

const separator = /[,;:|+•()[\]]|\s[–—-]\s/u;
const quotationMark = /[„“«"]/u;
/** A straight mark after a number is one of inches. */
const quotation = /[„“«][^„“”»"]*["“”»]|(?<=^|\s)"\p{L}[^"]*"/gu;

/** The words of a title, in order. */
class TitleWords implements NameWords {
  readonly readsBrands = true;
  readonly #reading: TextReading;
  #quotations: readonly (readonly [from: number, to: number])[] | null = null;

  constructor(reading: TextReading) {
    this.#reading = reading;
  }

  get length(): number {
    return this.#reading.length;
  }

  mayBegin(at: number): boolean {
    return beginsProductName(this.#reading.numbers[at] ?? 0);
  }

  wordAt(at: number): KnownWord | null {
    return at < this.length ? knownWords.wordOf(this.#reading.numbers[at] ?? 0) : null;
  }

  /** Empty if there is no such word. */
  textAt(at: number): string {
    return at < this.length ? knownWords.textOf(this.#reading.numbers[at] ?? 0) : '';
  }

  joinsNames(at: number): boolean {
    return at < this.length && isBetweenNames(this.#reading.numbers[at] ?? 0);
  }

  /** Whether more than a space is between a word and the one before. */
  isApart(at: number): boolean {
    if (at === 0 || at >= this.length) return false;
    const { text, starts, ends } = this.#reading;
    const between = text.slice(ends[at - 1], starts[at]);
    // Most words have one space between them, which needs no further look.
    return between !== ' ' && separator.test(between);
  }

  #quotationsIn({ text }: TextReading): readonly (readonly [from: number, to: number])[] {
    if (!quotationMark.test(text)) return [];
    return Array.from(text.matchAll(quotation), ({ 0: { length }, index }) => [
      index,
      index + length,
    ]);
  }

  /** Whether a word is the theme or the name of the thing: „олимпийски игри“. */
  isQuoted(at: number): boolean {
    const start = this.#reading.starts[at] ?? 0;
    this.#quotations ??= this.#quotationsIn(this.#reading);
    return this.#quotations.some(([from, to]) => from <= start && start < to);
  }
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const beforePart = wordSet('с със with including плюс plus');
const beforeOther = wordSet('за към без от for without of');
const numbers = 'един една едно два две три четири пет шест one two three four five six';
const counts = wordSet(`${numbers} a an`);

/** Small numbers, as words. */
export const numberWords = wordSet(numbers);

/** Whether the last word that joins what is before a name says that the deal comes with it. */
const isJoinedAt = (title: TitleWords, from: number): boolean => {
  for (let at = from - 1; at > 0; at -= 1) {
    const text = title.textAt(at);
    if (beforeOther.has(text)) return false;
    if (beforePart.has(text)) return true;
  }
  return false;
};

/** Whether a name is counted apart from what is before: "Aerix drone, three batteries". */
const isCountedAt = (title: TitleWords, from: number): boolean => {
  const text = title.textAt(from - 1);
  return (counts.has(text) || /^\d+$/u.test(text)) && title.isApart(from - 1);
};

/** Titles of these categories name anything, so names of other products do not say what a deal is. */
const depicting: ReadonlySet<Category> = new Set(['books-media', 'imoti', 'travel']);

/**
 * Of the kinds that words name, those that a deal of a category is. Words mean several things ("slim",
 * „офис“), and the category says which; if it fits none, any is possible.
 */
const ofCategory = (ids: readonly string[], category: Category): readonly string[] => {
  if (category === 'other') return ids;
  const own = ids.filter((id) => kindById.get(id)?.category === category);
  // A product is none of the services that its title names: a doll that is a dentist.
  return own.length > 0 || depicting.has(category) ? own : ids.filter((id) => !isService(id));
};

const meantBy = (names: readonly ProductName[], category: Category): readonly string[] =>
  names.map(({ id }) => meantIn(category, id));

const animals = wordSet('hens rabbit horse parrot goldfish');

/** What a home has is not sold apart: „с гледка, тухла“ comes with no bricks, and food with no hens. */
const partsIn = (ids: readonly string[], category: Category): readonly string[] =>
  (category === 'imoti' ? ofCategory(ids, category) : ids).filter((id) => !animals.has(id));

const noKinds: TitleKinds = { kinds: [], parts: [] };

/** What a title says that a deal of a category is. The part of the reading is the title's subject. */
export const kindsOfTitle = (reading: TextReading, category: Category): TitleKinds => {
  const title = new TitleWords(reading);
  const names = namesWithoutPurposes(title);
  if (names.length === 0) return noKinds;
  const isPart = ({ from }: ProductName): boolean =>
    from > 0 && (isJoinedAt(title, from) || isCountedAt(title, from));
  const { typed, partEnd, partLength } = reading;
  const length = partLength < 0 ? scan(typed.slice(0, partEnd)).length : partLength;
  const subjects = names.filter(
    ({ from }) => from < length && !isCountedAt(title, from) && !title.isQuoted(from),
  );
  return {
    kinds: ofCategory(meantBy(subjects, category), category),
    parts: partsIn(meantBy(names.filter(isPart), category), category),
  };
};

const read = new TextReading();

/** Reads what a title says that a deal of a category is. */
export const readTitle = (title: string, category: Category): TitleKinds => {
  knownWords.bound();
  return kindsOfTitle(read.read(title, subjectOf(title).length), category);
};

/**
 * The kinds that the tags of a deal of a category name; commas separate them. It evicts no known words,
 * because the caller may still use a reading of the title.
 */
export const kindsOfTags = (tags: string, category: Category): readonly string[] =>
  ofCategory(meantBy(namesWithoutPurposes(new TitleWords(read.read(tags))), category), category);
