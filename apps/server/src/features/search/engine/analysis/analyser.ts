import { knownWords } from './known-words.ts';
import { TextReading } from './text-reading.ts';
import type { Token } from './types.ts';

const reading = new TextReading();

/**
 * The words of a deal's text, in order. Case and accents are ignored; inflected forms share a stem,
 * synonyms a concept. Scripts are kept, because the query looks for the other script's spelling.
 */
export const analyse = (text: string): readonly Token[] => {
  knownWords.bound();
  const { listCount, lists, positions } = reading.read(text);
  const tokens: Token[] = [];
  for (let at = 0; at < listCount; at += 1) {
    const position = positions[at] ?? 0;
    const terms = knownWords.termsOf(lists[at] ?? 0);
    const token = tokens[position];
    tokens[position] = {
      position,
      terms: token === undefined ? terms : [...token.terms, ...terms],
    };
  }
  return tokens;
};
