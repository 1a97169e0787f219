import type { QueryUnit } from './query-syntax.ts';

/**
 * Stop words; in a phrase they count. Those in Latin letters are English or transliterated
 * Bulgarian.
 */
export const stopWords = new Set(
  (
    'и или за на с със в във от до по при към през като да се че може още само след ' +
    'a an the and or for with of to in on at by za ot sas na v vav do kam pri ili'
  ).split(' '),
);

/** Offsets into the query. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Leaves a unit out. */
export const removal = ({ lexemes }: QueryUnit): Replacement => ({
  start: lexemes[0]?.start ?? 0,
  end: lexemes.at(-1)?.end ?? 0,
  text: '',
});

const negations: ReadonlySet<string> = new Set(['не', 'not']);

/** They say nothing without the value beside them: „ботуши номер“ of „ботуши номер 39“. */
const sizeWords: ReadonlySet<string> = new Set(['размер', 'номер', 'size', 'nomer', 'razmer']);

const isDangling = (word: string, at: number): boolean =>
  stopWords.has(word) || negations.has(word) || (at > 0 && sizeWords.has(word));

/** Without what a word that is left out leaves behind: „къща на“ of „къща на море“, „рокля не“ of „рокля не дълга“. */
const withoutDanglingWords = (text: string): string => {
  const words = text.trimEnd().split(/\s+/u);
  const length = words.findLastIndex((word, at) => !isDangling(word.toLowerCase(), at)) + 1;
  return length === words.length ? text : `${words.slice(0, length).join(' ')} `;
};

/** The text with other words in their places, and without what these leave behind. */
export const replaceIn = (text: string, replacements: readonly Replacement[]): string => {
  let result = '';
  let from = 0;
  for (const { start, end, text: replacement } of replacements) {
    const before = result + text.slice(from, start);
    result = replacement === '' ? withoutDanglingWords(before) : before + replacement;
    from = end;
  }
  return (result + text.slice(from)).replaceAll(/\s+/gu, ' ').trim();
};

/** A part of a text of which each word may be corrected, as it was typed: what is left out is named so. */
export const asTyped = (part: string, corrected: string, typed: string): string => {
  if (corrected === typed) return part;
  const words = corrected.split(/\s+/u);
  const before = typed.trim().split(/\s+/u);
  // Of joined words only the first would be found.
  if (words.length !== before.length) return part;
  return part.replaceAll(/\S+/gu, (word) => before[words.indexOf(word)] ?? word);
};
