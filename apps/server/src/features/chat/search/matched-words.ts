import type { Message } from '@izgodno/contract/chat/message';
import type { TextQuery } from '#features/search/api.ts';

/** What a search looks for words in. */
export const textsOf = ({ text, attachments }: Message): readonly string[] => [
  text,
  ...attachments.map(({ fileName }) => fileName),
];

/** A browser looks for each of them in each text that it shows. */
const MOST_MATCHED = 200;

/** The words of these texts that a search finds, each once; none of a search without words. */
export const matchedWords = (words: TextQuery | null, texts: readonly string[]): string[] =>
  [...new Set(words?.foundIn(texts.join('\n')).flat())].slice(0, MOST_MATCHED);
