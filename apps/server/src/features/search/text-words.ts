/** Terms of users' texts, for a search that ignores case, script and inflection. */
export interface TextWords {
  /** The terms of a text, separated by spaces. */
  index(text: string): string;
  /** The query for `to_tsquery('simple', …)`; null if it has no term. */
  query(text: string): string | null;
}
