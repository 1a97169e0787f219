import type { Category } from '@izgodno/contract/deals/vocabulary';
import { meantIn } from '../../kinds/homonyms.ts';
import { kindById } from '../../kinds/kinds.ts';
import type { PreparedText } from './characters.ts';
import { KnownWord, knownWords } from './known-words.ts';
import { namesAmong, withoutPurposes, type NameWord, type ProductName } from './product-names.ts';
import { scan, visitLexemes, type Lexeme, type LexemeVisitor } from './scanner.ts';
import { subjectOf } from './searchable-text.ts';

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
class TitleWords implements LexemeVisitor {
  readonly words: NameWord[] = [];
  readonly #title: string;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #quotations: readonly (readonly [from: number, to: number])[] | null = null;

  constructor(title: string) {
    this.#title = title;
    visitLexemes(title, this);
  }

  word(prepared: PreparedText, start: number, end: number, scripts: number): void {
    this.#add(knownWords.wordOf(knownWords.numberOf(prepared, start, end, scripts)), start, end);
  }

  number(_: PreparedText, { text, start, end }: Lexeme): void {
    // The numbers of models are too many to be kept.
    this.#add(new KnownWord(text), start, end);
  }

  /** Whether more than a space is between a word and the one before. */
  isApart(word: number): boolean {
    const start = this.#starts[word];
    if (word === 0 || start === undefined) return false;
    const between = this.#title.slice(this.#ends[word - 1], start);
    // Most words have one space between them, which needs no further look.
    return between !== ' ' && separator.test(between);
  }

  #quotationsIn(): readonly (readonly [from: number, to: number])[] {
    if (!quotationMark.test(this.#title)) return [];
    return Array.from(this.#title.matchAll(quotation), ({ 0: { length }, index }) => [
      index,
      index + length,
    ]);
  }

  /** Whether a word is the theme or the name of the thing: „олимпийски игри“. */
  isQuoted(word: number): boolean {
    const start = this.#starts[word] ?? 0;
    this.#quotations ??= this.#quotationsIn();
    return this.#quotations.some(([from, to]) => from <= start && start < to);
  }

  #add(word: NameWord | null, start: number, end: number): void {
    if (word === null) return;
    this.words.push(word);
    this.#starts.push(start);
    this.#ends.push(end);
  }
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const beforePart = wordSet('с със with including плюс plus');
const beforeOther = wordSet('за към без от for without of');
const counts = wordSet(
  'един една едно два две три четири пет шест one two three four five six a an',
);

/** Whether the last word that joins what is before a name says that the deal comes with it. */
const isJoinedAt = (words: readonly NameWord[], from: number): boolean => {
  for (let at = from - 1; at > 0; at -= 1) {
    const { text = '' } = words[at] ?? {};
    if (beforeOther.has(text)) return false;
    if (beforePart.has(text)) return true;
  }
  return false;
};

/** Whether a name is counted apart from what is before: "Aerix drone, three batteries". */
const isCountedAt = (title: TitleWords, from: number): boolean => {
  const text = title.words[from - 1]?.text;
  return text !== undefined && (counts.has(text) || /^\d+$/u.test(text)) && title.isApart(from - 1);
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
  return own.length > 0 || depicting.has(category) ? own : ids;
};

const namesOf = (title: TitleWords): readonly ProductName[] => {
  const isApart = (word: number): boolean => title.isApart(word);
  return withoutPurposes(namesAmong(title.words, { isApart, readsBrands: true }), { isApart });
};

const meantBy = (names: readonly ProductName[], category: Category): readonly string[] =>
  names.map(({ id }) => meantIn(category, id));

/** Reads what a title says that a deal of a category is. */
export const readTitle = (title: string, category: Category): TitleKinds => {
  knownWords.bound();
  const read = new TitleWords(title);
  const { words } = read;
  const names = namesOf(read);
  if (names.length === 0) return { kinds: [], parts: [] };
  const subject = subjectOf(title);
  const length = subject === title ? words.length : scan(subject).length;
  const isPart = ({ from }: ProductName): boolean =>
    from > 0 && (isJoinedAt(words, from) || isCountedAt(read, from));
  const subjects = names.filter(
    ({ from }) => from < length && !isCountedAt(read, from) && !read.isQuoted(from),
  );
  return {
    kinds: ofCategory(meantBy(subjects, category), category),
    parts: meantBy(names.filter(isPart), category),
  };
};

/** The kinds that the tags of a deal of a category name; commas separate them. */
export const kindsOfTags = (tags: string, category: Category): readonly string[] => {
  knownWords.bound();
  return ofCategory(meantBy(namesOf(new TitleWords(tags)), category), category);
};
