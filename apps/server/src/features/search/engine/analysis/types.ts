import type { Category } from '@izgodno/contract/deals/vocabulary';

/**
 * The searched fields of a deal, the heaviest first. `subject` is the beginning of the title up to
 * the words that say what the product is for or comes with ("Калъф за телефон", "Laptop with bag"):
 * it repeats the first words of `title` at the same positions, so that an accessory does not rank
 * like the product it fits.
 */
export const searchFields = [
  'subject',
  'brand',
  'title',
  'tags',
  'category',
  'description',
] as const;
export type SearchField = (typeof searchFields)[number];

/** The searched texts of a deal. `category` contains the category's names in both languages. */
export interface SearchableText extends Readonly<Record<SearchField, string>> {
  readonly ofCategory: Category;
  /** The id of the kind of product; null if unknown. */
  readonly ofKind: string | null;
}

/**
 * A term is a string that documents are indexed under and queries look up. Words keep their script;
 * stems and concepts have this prefix, so that they are never confused with a typed word.
 */
export const stemMark = '~';

/** Whether a term is a stem. The marks of concepts and kinds go on with a sign, words with a letter. */
export const isStem = (term: string): boolean =>
  // Most terms are words, for which the pattern takes much longer.
  term.startsWith(stemMark) && /^~\p{L}/u.test(term);

/**
 * One word of a text. `terms` are the strings it is indexed under: its form, its marked stem if
 * different, then concepts and further spellings. Positions count words within their field, from 0.
 */
export interface Token {
  readonly position: number;
  readonly terms: readonly [string, ...string[]];
}

/** One spelling under which a query word is looked up; `score` (1 to 100) is its confidence. */
export interface TermVariant {
  readonly term: string;
  readonly score: number;
}

/** One word of a query with all its variants. The best variant present counts. */
export interface QueryTerm {
  readonly variants: readonly TermVariant[];
}

/**
 * Words that must all match: one word in any field, or several (a quoted phrase) adjacent in one
 * field.
 */
export interface Clause {
  readonly words: readonly [QueryTerm, ...QueryTerm[]];
}

/**
 * A whole query. Commas separate alternatives, of which a deal need match one; within an
 * alternative every clause must match. Without alternatives (the text has no word) every deal
 * matches.
 */
export interface ParsedQuery {
  readonly alternatives: readonly (readonly Clause[])[];
  /** The text that is searched, if it is not the typed one: corrected, or without words; else null. */
  readonly correctedText: string | null;
  /** The words left out of the query, or not searched as they mean: deals that match are only near. */
  readonly dropped: readonly string[];
}

/**
 * The terms of the live deals, for typo tolerance and completion. Terms that a method orders alike
 * come in order of their UTF-16 code units.
 */
export interface Vocabulary {
  /**
   * The number of live deals with a term, and for a stem the sum over its words; 0 for an unknown
   * one.
   */
  frequency(term: string): number;
  /** Words (no marked stems) with the prefix, the most frequent first. */
  startingWith(prefix: string, limit: number): readonly string[];
  /**
   * Words (no marked stems) within a number of edits (insert, delete, replace, swap of neighbours),
   * nearest first, then most frequent.
   */
  near(
    term: string,
    maxEdits: 1 | 2,
    limit: number,
  ): readonly { readonly term: string; readonly edits: number }[];
}
