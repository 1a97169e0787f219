interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: token, index }) => ({
    text: token.toLowerCase(),
    start: index,
    end: index + token.length,
  }));

const textsOf = (text: string): ReadonlySet<string> =>
  new Set(tokensOf(text).map((token) => token.text));

const textAcross = (text: string, tokens: readonly Token[]): string =>
  text.slice(tokens[0]?.start, tokens.at(-1)?.end);

/** The shortest run of tokens that has all the given texts. */
const shortestRun = (tokens: readonly Token[], meant: ReadonlySet<string>): readonly Token[] => {
  let shortest = tokens;
  const lastAt = new Map<string, number>();
  for (const [at, { text }] of tokens.entries()) {
    if (!meant.has(text)) continue;
    lastAt.set(text, at);
    const from = Math.min(...lastAt.values());
    if (lastAt.size === meant.size && at - from + 1 < shortest.length)
      shortest = tokens.slice(from, at + 1);
  }
  return shortest;
};

/**
 * A part of what was written in place of a text, as the text has it: „205/55 R16“ as "205 55 16".
 * Empty if it was only added to the text: „почивка“ of „Коледа почивка в Банско“.
 */
export const partAsTyped = (part: string, written: string, typed: string): string => {
  const at = typed.toLowerCase().indexOf(part.toLowerCase());
  if (at >= 0) return typed.slice(at, at + part.length);
  const parts = textsOf(part);
  const [before, after] = [tokensOf(typed), textsOf(written)];
  const isWritten = !parts.isSubsetOf(new Set(before.map(({ text }) => text)));
  // What was not kept was written as this part.
  const meant = before.filter(({ text }) => parts.has(text) || (isWritten && !after.has(text)));
  const run = shortestRun(before, new Set(meant.map(({ text }) => text)));
  if (meant.length > 0) return textAcross(typed, run);
  return parts.isSubsetOf(after) ? '' : part;
};
