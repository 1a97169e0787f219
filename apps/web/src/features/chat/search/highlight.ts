import { normalise } from '@izgodno/contract/common/normalise';

/** A piece of a text; matches are highlighted. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** Words, for `matchAll`. */
export const WORDS = /[\p{L}\p{N}_]+/gu;

/** Removes case and accents, as search does; й is not an accented и. */
export const fold = (text: string): string =>
  normalise(text)
    .replaceAll(/[^йЙ]/gu, (letter) => normalise(letter, 'NFD').replaceAll(/\p{M}/gu, ''))
    .toLowerCase();

/** Words of as many letters match only as a whole. */
const STEM_LENGTH = 4;
/** Letters at the end of a word that may differ, because search ignores endings. */
const ENDING = 2;

const stemOf = (word: string): string => word.slice(0, Math.max(STEM_LENGTH, word.length - ENDING));

/** Splits a text into pieces, with the matches of the search marked. */
export const highlight = (text: string, search: string): readonly Piece[] => {
  const stems = [...fold(search).matchAll(WORDS)].map(([word]) => stemOf(word));
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(WORDS)) {
    const [word] = match;
    const folded = fold(word);
    if (!stems.some((stem) => folded.startsWith(stem))) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), found: false });
    pieces.push({ text: word, found: true });
    from = match.index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), found: false });
  return pieces;
};

/** Maximum length of a text in a list, in characters. */
const EXCERPT_LENGTH = 240;
/** Of those, the characters before the first match. */
const LEAD = 60;

/** Returns the part of a text around the first match. */
export const excerpt = (text: string, search: string): string => {
  if (text.length <= EXCERPT_LENGTH) return text;
  const pieces = highlight(text, search);
  const first = pieces.findIndex(({ found }) => found);
  const at = pieces.slice(0, Math.max(0, first)).reduce((sum, piece) => sum + piece.text.length, 0);
  const from = Math.max(0, at - LEAD);
  const part = text.slice(from, from + EXCERPT_LENGTH).trim();
  return `${from > 0 ? '…' : ''}${part}${from + EXCERPT_LENGTH < text.length ? '…' : ''}`;
};
