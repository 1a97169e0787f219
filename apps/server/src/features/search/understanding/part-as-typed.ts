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

/** The shortest run of tokens with all texts that the given ones have. */
const shortestRun = (tokens: readonly Token[], meant: ReadonlySet<string>): readonly Token[] => {
  let shortest: readonly Token[] = tokens;
  for (let from = 0; from < tokens.length; from += 1)
    for (let to = from + 1; to <= tokens.length && to - from < shortest.length; to += 1) {
      const run = tokens.slice(from, to);
      if (meant.isSubsetOf(new Set(run.map(({ text }) => text)))) shortest = run;
    }
  return shortest;
};

/**
 * A part of what was written in place of a text, as the text has it: „205/55 R16“ as "205 55 16". The part
 * itself if the text has nothing of it.
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
  return meant.length === 0 ? part : textAcross(typed, run);
};
