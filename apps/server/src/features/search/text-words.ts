/** Words of what people write, so that search is blind to case, script and inflection. */
export interface TextWords {
  /** The words of a text as they are looked for, separated by spaces. */
  index(text: string): string;
  /** What to look for, as `to_tsquery('simple', …)` reads it; null where nothing is left to look for. */
  query(text: string): string | null;
}
