import { inOtherScript } from './transliteration.ts';

/** The most spellings in the other script: with more, the likeliest of two words seldom gain any. */
const MOST_SPELLINGS = 16;

/** Letters, and the digits that replace letters („Gan4ev“). */
const WORDS = /((?:\p{L}|[46](?=\p{L}))+)/u;

interface Spelling {
  readonly text: string;
  readonly cost: number;
}

/**
 * A typed name, or a part of it, as it is and in the other script: each word as deals are searched
 * by it. A word without a reading stays.
 */
export const spellingsOf = (text: string): readonly string[] => {
  let spellings: readonly Spelling[] = [{ text: '', cost: 0 }];
  // The odd ones are words.
  for (const [index, part] of text.toLowerCase().split(WORDS).entries()) {
    // Of ь alone nothing may be left, which every name contains.
    const read =
      index % 2 === 0 ? [] : inOtherScript(part, MOST_SPELLINGS).filter((way) => way.text !== '');
    const ways = read.length === 0 ? [{ text: part, cost: 0 }] : read;
    spellings = spellings
      .flatMap((begun) =>
        ways.map((way) => ({ text: begun.text + way.text, cost: begun.cost + way.cost })),
      )
      .toSorted((one, other) => one.cost - other.cost)
      .slice(0, MOST_SPELLINGS);
  }
  return [...new Set([text, ...spellings.map((spelling) => spelling.text)])];
};

/** Returns whether a name contains a text, in any case and in either script. */
export const nameFilter = (text: string): ((name: string) => boolean) => {
  const spellings = spellingsOf(text.toLowerCase());
  return (name) => {
    const known = name.toLowerCase();
    return spellings.some((spelling) => known.includes(spelling));
  };
};
