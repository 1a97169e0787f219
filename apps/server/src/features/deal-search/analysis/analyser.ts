import { stemBulgarian } from './bulgarian-stem.ts';
import { stemEnglish } from './english-stem.ts';
import { scan, type Lexeme } from './scanner.ts';
import { stemMark, type Token } from './types.ts';

type Terms = Token['terms'];

const isCyrillic = (word: string): boolean => word >= '\u0400' && word < '\u0530';

/** The unmarked stem of a lower-case word, by its script. */
export const stem = (word: string): string =>
  isCyrillic(word) ? stemBulgarian(word) : stemEnglish(word);

/** Distinct words to remember: about 20 MB. Real texts repeat far fewer. */
const cacheLimit = 200_000;
const cache = new Map<string, Terms>();

const termsOfWord = (word: string): Terms => {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const stemmed = stem(word);
  const terms: Terms = stemmed === word ? [word] : [word, stemMark + stemmed];
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(word, terms);
  return terms;
};

/** A number with a unit is found by the number alone too; 15.6 inches also count as 15. */
const termsOfNumber = ({ text, unit }: Lexeme): Terms => {
  if (unit === null) return [text];
  const whole = text.indexOf('.');
  if (unit === 'in' && whole > 0) return [text + unit, text, text.slice(0, whole) + unit];
  return [text + unit, text];
};

const isHyphen = (character: string): boolean =>
  character === '-' || character === "'" || character === '’' || character === '‑';

/** "Wi-Fi" is found as "wifi" too: the joined form when a hyphen or apostrophe ties the word to the one before. */
const joinedTo = (text: string, previous: Lexeme | undefined, word: Lexeme): string | null =>
  previous?.kind === 'word' &&
  word.kind === 'word' &&
  word.start - previous.end === 1 &&
  isHyphen(text.charAt(previous.end))
    ? previous.text + word.text
    : null;

/**
 * The words of a text of a deal, in order. Blind to case and accents; inflected forms share a stem.
 * Scripts stay as they are: the query looks for the other script's spelling.
 */
export const analyse = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  let previous: Lexeme | undefined;
  for (const lexeme of scan(text)) {
    const position = tokens.length;
    const joined = joinedTo(text, previous, lexeme);
    const before = tokens.at(-1);
    if (joined !== null && before !== undefined) {
      tokens[position - 1] = { position: position - 1, terms: [...before.terms, joined] };
    }
    const terms = lexeme.kind === 'word' ? termsOfWord(lexeme.text) : termsOfNumber(lexeme);
    tokens.push({ position, terms });
    previous = lexeme;
  }
  return tokens;
};
