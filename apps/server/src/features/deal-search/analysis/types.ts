/**
 * The parts of a deal that words are found in, the heaviest first. `subject` is the beginning of
 * the title up to the words that only say what the thing is for or comes with ("Калъф за телефон",
 * "Laptop with bag"): it repeats the first words of `title` at the same positions, so that an
 * accessory does not rank as the thing it fits.
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

/** What of a deal is searched. `category` holds the category's names in both languages. */
export type SearchableText = Readonly<Record<SearchField, string>>;

/**
 * A term is a string that documents are indexed under and queries look up. Words keep their script;
 * a word's stem, and the concept it names, are written with this mark before them, so that what
 * nobody types is never taken for a word.
 */
export const stemMark = '~';

/**
 * One word of a text. `terms` are the strings it is indexed under: its own form first, then its
 * marked stem where that differs, then concepts and further spellings. Positions count words within their field,
 * from 0.
 */
export interface Token {
  readonly position: number;
  readonly terms: readonly [string, ...string[]];
}

/** One spelling under which a query word is looked up; `score` (1 to 100) says how sure it is. */
export interface TermVariant {
  readonly term: string;
  readonly score: number;
}

/** One word of a query with all the spellings that count as it. The best variant present decides. */
export interface QueryWord {
  readonly variants: readonly TermVariant[];
}

/** Words that must all be found: one word anywhere, or several (a quoted phrase) side by side in one field. */
export interface Clause {
  readonly words: readonly [QueryWord, ...QueryWord[]];
}

/**
 * A whole query. Commas separate terms, and a deal need match only one of them; within a term every
 * clause must match. No alternatives at all: the text holds no word, and every deal matches.
 */
export interface ParsedQuery {
  readonly alternatives: readonly (readonly Clause[])[];
  /** The text that is really searched for, where spelling was corrected; else null. */
  readonly correctedText: string | null;
}

/**
 * The terms that the live deals hold; what typo tolerance and completion look at. Terms equal in all
 * that a method orders by come in order of their UTF-16 code units.
 */
export interface Vocabulary {
  /** In how many live deals a term stands; 0 for an unknown one. */
  frequency(term: string): number;
  /** Words (no marked stems) that begin so, the most frequent first. */
  startingWith(prefix: string, limit: number): readonly string[];
  /**
   * Words (no marked stems) within so many edits (insert, delete, replace, swap of neighbours),
   * nearest first, then most frequent.
   */
  near(
    term: string,
    maxEdits: 1 | 2,
    limit: number,
  ): readonly { readonly term: string; readonly edits: number }[];
}
