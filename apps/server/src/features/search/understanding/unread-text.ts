/** In place of what is read. */
export const READ = '\u0001';

const isLetterOrDigit = /[\p{L}\p{N}]/u;

/** A quoted phrase, which is searched as it is. */
export const QUOTED = /["„“”«][^"„“”«»]*["“”»]/gu;

/** What a rule reads from a match; null if the match means something else. */
type Reader<Result> = (match: RegExpExecArray) => Result | null;

/** A word with its offsets into the query. */
export interface UnreadWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a query that is not understood yet. A rule that reads a part blanks it, so that
 * later rules cannot read it again and offsets stay valid.
 */
export class UnreadText {
  #text: string;
  readonly #typed: string;
  /** What is typed beside the parts that say nothing by themselves. */
  #beside: string;

  constructor(typed: string) {
    this.#typed = typed;
    this.#beside = typed;
    const lower = typed.toLowerCase();
    // A few letters grow in lower case, which would move all offsets.
    this.#text = lower.length === typed.length ? lower : typed;
    // Copied prices have spaces at which no line breaks.
    this.#text = this.#text.replaceAll(/\s/gu, ' ');
    this.#text = this.#text.replace(QUOTED, (part) => '\0'.repeat(part.length));
  }

  /** Reads the first match of whole words that the reader accepts. The pattern is global. */
  read<Result>(pattern: RegExp, reader: Reader<Result>): Result | null {
    // `matchAll` would copy the pattern, which takes longer than matching a query.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(this.#text); match !== null; match = pattern.exec(this.#text)) {
      const start = match.index;
      const end = start + match[0].length;
      const isWhole = !this.#isInWord(start - 1, start) && !this.#isInWord(end, end - 1);
      const result = isWhole ? reader(match) : null;
      if (result === null) continue;
      this.blank(start, end);
      return result;
    }
    return null;
  }

  /** The query in lower case, with blanks of the same length for what is quoted or read. */
  get unread(): string {
    return this.#text;
  }

  /** Whether an unread part matches, as a cheap test before `read`. The pattern is not global. */
  shows(pattern: RegExp): boolean {
    return pattern.test(this.#text);
  }

  /** Whether the pattern matches whole words, which then count as read. */
  has(pattern: RegExp): boolean {
    return this.read(pattern, () => true) ?? false;
  }

  /** Like `has`, but only if more than such matches was typed. */
  hasBeside(pattern: RegExp): boolean {
    return (
      this.read(pattern, ({ 0: part, index }) => {
        const end = index + part.length;
        const others =
          this.#beside.slice(0, index) + ' '.repeat(part.length) + this.#beside.slice(end);
        if (!isLetterOrDigit.test(others)) return null;
        this.#beside = others;
        return true;
      }) ?? false
    );
  }

  /** The words left, with their offsets. */
  words(): readonly UnreadWord[] {
    return Array.from(this.#text.matchAll(/[\p{L}\p{N}.'’-]+/gu), ({ 0: text, index }) => ({
      text,
      start: index,
      end: index + text.length,
    }));
  }

  blank(start: number, end: number): void {
    this.#text = this.#text.slice(0, start) + READ.repeat(end - start) + this.#text.slice(end);
  }

  /** The typed text without the parts that were read. */
  rest(): string {
    // Commas may be letters of another keyboard layout.
    if (!this.#text.includes(READ)) return this.#typed.replaceAll(/\s+/gu, ' ').trim();
    const unread = Array.from({ length: this.#typed.length }, (_, at) =>
      this.#text.charAt(at) === READ ? ' ' : this.#typed.charAt(at),
    ).join('');
    return unread
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/(?:^|(?<=,)) ?,|(?:, ?)+$/gu, '')
      .trim();
  }

  /** Whether both neighbours belong to one word. */
  #isInWord(outside: number, inside: number): boolean {
    return (
      isLetterOrDigit.test(this.#text.charAt(outside)) &&
      isLetterOrDigit.test(this.#text.charAt(inside))
    );
  }
}

/** The words of a text outside quotation marks, in lower case. */
export const wordsIn = (text: string): readonly string[] =>
  new UnreadText(text).words().map((word) => word.text);
