import { conceptOf, conceptsFrom, countriesFrom, countryOf, isOtherProduct } from './concepts.ts';
import { joinsNames, scan, type Lexeme } from './scanner.ts';
import { markedStem, stem } from './stem.ts';
import type { Token } from './types.ts';

type Terms = Token['terms'];

/** A spelling and its marked stem, if it has one: whatever has a word also has its stem. */
const withStem = (word: string): Terms => {
  const marked = markedStem(word);
  return marked === null ? [word] : [word, marked];
};

/** The cached analysis of a word. */
interface Entry {
  readonly stem: string;
  readonly terms: Terms;
  /** The same without the word's concept. */
  readonly wordTerms: Terms;
  readonly concept: string | undefined;
  /** Terms of two-word names that begin with this word, by the stem of the second. */
  readonly pairs: ReadonlyMap<string, string> | undefined;
  /** The same for places and their countries. */
  readonly places: ReadonlyMap<string, string> | undefined;
}

/** Distinct words to cache: about 30 MB. Real texts repeat far fewer. */
const cacheLimit = 200_000;
const cache = new Map<string, Entry>();

const entryOf = (word: string): Entry => {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const stemmed = stem(word);
  const concept = conceptOf(stemmed);
  const country = countryOf(stemmed);
  const wordTerms: Terms = [...withStem(word), ...(country === undefined ? [] : [country])];
  const entry: Entry = {
    stem: stemmed,
    terms: concept === undefined ? wordTerms : [...wordTerms, concept],
    wordTerms,
    concept,
    pairs: conceptsFrom(stemmed),
    places: countriesFrom(stemmed),
  };
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(word, entry);
  return entry;
};

/** A word and its analysis. */
interface KnownWord {
  readonly lexeme: Lexeme;
  readonly entry: Entry;
}

/** The rim of a tyre is named in inches: "R16". */
const isRim = (previous: KnownWord | null, number: string): boolean =>
  previous?.lexeme.text === 'r' && /^(?:1\d|2[0-4])$/u.test(number);

/** A number with a unit is also indexed without it; 15.6 inches also count as 15. */
const termsOfNumber = ({ text, unit }: Lexeme, previous: KnownWord | null): Terms => {
  if (unit === null) return isRim(previous, text) ? [text, `${text}in`] : [text];
  const whole = text.indexOf('.');
  if (unit === 'in' && whole > 0) return [text + unit, text, text.slice(0, whole) + unit];
  return [text + unit, text];
};

const isHyphen = (character: string): boolean =>
  character === '-' || character === "'" || character === '’' || character === '‑';

/**
 * "Wi-Fi" is also indexed as "wifi": the joined form, if a hyphen or apostrophe ties the word to
 * the one before.
 */
const joinedTo = (text: string, previous: Lexeme, word: Lexeme): string | null =>
  word.start - previous.end === 1 && isHyphen(text.charAt(previous.end))
    ? previous.text + word.text
    : null;

/** Further terms for the word before, made of both words: "Wi-Fi", "washing machine". */
const termsOfBoth = (text: string, previous: KnownWord, word: KnownWord): readonly string[] => {
  const { pairs, places } = previous.entry;
  const name = pairs?.get(word.entry.stem);
  const joined = name === undefined ? joinedTo(text, previous.lexeme, word.lexeme) : null;
  const country = places?.get(word.entry.stem);
  return [
    ...(joined === null ? [] : withStem(joined)),
    ...[name, country].filter((term) => term !== undefined),
  ];
};

/**
 * The words of a deal's text, in order. Case and accents are ignored; inflected forms share a stem,
 * synonyms a concept. Scripts are kept, because the query looks for the other script's spelling.
 */
export const analyse = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  let previous: KnownWord | null = null;
  for (const lexeme of scan(text)) {
    const position = tokens.length;
    const before = tokens.at(-1);
    if (lexeme.kind === 'number') {
      tokens.push({ position, terms: termsOfNumber(lexeme, previous) });
      // "2 rooms" is a name; longer numbers begin none.
      previous =
        lexeme.unit === null && lexeme.text.length === 1
          ? { lexeme, entry: entryOf(lexeme.text) }
          : null;
      continue;
    }
    const word: KnownWord = { lexeme, entry: entryOf(lexeme.text) };
    const both = previous === null ? [] : termsOfBoth(text, previous, word);
    if (both.length > 0 && before !== undefined) {
      tokens[position - 1] = { position: position - 1, terms: [...before.terms, ...both] };
    }
    // A "hair dryer" is no dryer, but a "desk lamp" is a lamp, and „калъф за телефон“ is for a phone.
    const isNext = before?.terms[0] === previous?.lexeme.text;
    const isRenamed = isNext && both.some((name) => isOtherProduct(name, word.entry.concept));
    tokens.push({ position, terms: isRenamed ? word.entry.wordTerms : word.entry.terms });
    // „храна за кучета“ is a name as "dog food" is.
    if (!joinsNames(lexeme.text)) previous = word;
  }
  return tokens;
};
