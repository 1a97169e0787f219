/** The parts of a deal that words are found in, the heaviest first. */
export const searchFields = ['title', 'brand', 'tags', 'category', 'description'] as const;
export type SearchField = (typeof searchFields)[number];

/** What of a deal is searched. `category` holds the category's names in both languages. */
export type SearchableText = Readonly<Record<SearchField, string>>;

/**
 * One word of a text. `terms` are the strings it is indexed under: its own folded form first, then
 * its stem where that differs. Positions count words within their field, from 0.
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
 * clause must match.
 */
export interface ParsedQuery {
  readonly alternatives: readonly (readonly Clause[])[];
  /** The text that is really searched for, where spelling was corrected; else null. */
  readonly correctedText: string | null;
}

/** The terms that the live deals hold; what typo tolerance and completion look at. */
export interface Vocabulary {
  /** In how many live deals a term stands; 0 for an unknown one. */
  frequency(term: string): number;
  /** Terms that begin so, the most frequent first. */
  startingWith(prefix: string, limit: number): readonly string[];
  /** Terms within so many edits (insert, delete, replace, swap of neighbours), nearest first, then most frequent. */
  near(term: string, maxEdits: 1 | 2, limit: number): readonly { readonly term: string; readonly edits: number }[];
}
