import type { Category } from '@izgodno/contract/deals/vocabulary';
import { meantIn } from '../../kinds/homonyms.ts';
import { kindById } from '../../kinds/kinds.ts';
import { productNames, withoutPurposes, type ProductName } from './product-names.ts';
import { scan } from './scanner.ts';
import { subjectOf } from './searchable-text.ts';

/** What the words of a title say that a deal is. */
interface TitleKinds {
  /** What its beginning names. */
  readonly kinds: readonly string[];
  /** What it comes with. */
  readonly parts: readonly string[];
}

interface TitleWord {
  readonly text: string;
  /** Whether more than a space is between it and the word before. */
  readonly isApart: boolean;
  /** Whether it is the theme or the name of the thing: „олимпийски игри“. */
  readonly isQuoted: boolean;
}

const separator = /[,;:|+•()[\]]|\s[–—-]\s/u;
/** A straight mark after a number is one of inches. */
const quotation = /[„“«][^„“”»"]*["“”»]|(?<=^|\s)"\p{L}[^"]*"/gu;

const wordsOf = (title: string): readonly TitleWord[] => {
  const quotations = Array.from(title.matchAll(quotation), ({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  return scan(title).map(({ text, start }, at, lexemes) => {
    const between = title.slice(lexemes[at - 1]?.end, start);
    return {
      text,
      // Most words have one space between them, which needs no further look.
      isApart: at > 0 && between !== ' ' && separator.test(between),
      isQuoted: quotations.some(({ from, to }) => from <= start && start < to),
    };
  });
};

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const beforePart = wordSet('с със with including плюс plus');
const beforeOther = wordSet('за към без от for without of');
const counts = wordSet(
  'един една едно два две три четири пет шест one two three four five six a an',
);

/** Whether the last word that joins what is before a name says that the deal comes with it. */
const isJoinedAt = (words: readonly TitleWord[], from: number): boolean => {
  for (let at = from - 1; at > 0; at -= 1) {
    const { text = '' } = words[at] ?? {};
    if (beforeOther.has(text)) return false;
    if (beforePart.has(text)) return true;
  }
  return false;
};

/** Whether a name is counted apart from what is before: "Aerix drone, three batteries". */
const isCountedAt = (words: readonly TitleWord[], from: number): boolean => {
  const before = words[from - 1];
  return before?.isApart === true && (counts.has(before.text) || /^\d+$/u.test(before.text));
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

const namesAmong = (words: readonly TitleWord[]): readonly ProductName[] => {
  const texts = words.map(({ text }) => text);
  const isApart = (word: number): boolean => words[word]?.isApart === true;
  return withoutPurposes(productNames(texts, { isApart, readsBrands: true }), { isApart });
};

const meantBy = (names: readonly ProductName[], category: Category): readonly string[] =>
  names.map(({ id }) => meantIn(category, id));

/** Reads what a title says that a deal of a category is. */
export const readTitle = (title: string, category: Category): TitleKinds => {
  const words = wordsOf(title);
  const subject = subjectOf(title);
  const length = subject === title ? words.length : scan(subject).length;
  const names = namesAmong(words);
  const isPart = ({ from }: ProductName): boolean =>
    from > 0 && (isJoinedAt(words, from) || isCountedAt(words, from));
  const subjects = names.filter(
    ({ from }) => from < length && !isCountedAt(words, from) && words[from]?.isQuoted === false,
  );
  return {
    kinds: ofCategory(meantBy(subjects, category), category),
    parts: meantBy(names.filter(isPart), category),
  };
};

/** The kinds that the tags of a deal of a category name; commas separate them. */
export const kindsOfTags = (tags: string, category: Category): readonly string[] =>
  ofCategory(meantBy(namesAmong(wordsOf(tags)), category), category);
