import {
  characterKind,
  kindOfCode,
  prepare,
  sliceFolded,
  type PreparedText,
} from './characters.ts';
import { longestUnit, beginsUnit, unitOf } from './units.ts';

/** Letters that look alike in upper or lower case and are confused while typing. */
const pairs = [
  ['a', 'а'],
  ['b', 'в'],
  ['c', 'с'],
  ['e', 'е'],
  ['h', 'н'],
  ['k', 'к'],
  ['m', 'м'],
  ['o', 'о'],
  ['p', 'р'],
  ['t', 'т'],
  ['x', 'х'],
  ['y', 'у'],
] as const;

const toCyrillic = new Map<string, string>(pairs);
const toLatin = new Map<string, string>(pairs.map(([latin, cyrillic]) => [cyrillic, latin]));
const mixed = (1 << characterKind.latin) | (1 << characterKind.cyrillic);

const isLatin = (letter: string): boolean => letter < '\u0250';

/** Replaces all letters of one script by lookalikes; null if one has none. */
const rewrite = (word: string, cyrillic: boolean): string | null => {
  let result = '';
  for (const letter of word) {
    const foreign = isLatin(letter) === cyrillic;
    const replaced = foreign ? (cyrillic ? toCyrillic : toLatin).get(letter) : letter;
    if (replaced === undefined) return null;
    result += replaced;
  }
  return result;
};

/**
 * A word that mixes Latin and Cyrillic letters ("тeлефон" with a Latin e) in one script: that of
 * most of its letters, if the others are lookalikes. `scripts` is the bit set of the character
 * kinds in it.
 */
const toOneScript = (word: string, scripts: number): string => {
  if ((scripts & mixed) !== mixed) return word;
  const latinLetters = word.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const mostlyCyrillic = latinLetters * 2 < word.length;
  return rewrite(word, mostlyCyrillic) ?? rewrite(word, !mostlyCyrillic) ?? word;
};

/** A word or a number, with the unit that follows it. */
export interface Lexeme {
  readonly kind: 'word' | 'number';
  /** Lower case, without accents; the decimal separator of a number is a point. */
  readonly text: string;
  readonly unit: string | null;
  /** The years that a part of a query asks for, of which `text` is the first. */
  readonly years?: readonly string[];
  /** Position in the text, in UTF-16 offsets; the end includes the unit. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are cut, in documents and queries alike. */
const longestWord = 40;

const isDigit = (text: string, index: number): boolean =>
  index < text.length && kindOfCode(text.charCodeAt(index)) === characterKind.digit;
const isLetter = (text: string, index: number): boolean =>
  index < text.length && kindOfCode(text.charCodeAt(index)) >= characterKind.latin;

const endOfDigits = (text: string, start: number): number => {
  let index = start;
  while (isDigit(text, index)) index += 1;
  return index;
};

const endOfLetters = (text: string, start: number): number => {
  let index = start;
  while (isLetter(text, index)) index += 1;
  return index;
};

/** Of a prepared text, whose lower case has the same length. */
const lowerSlice = (text: string, start: number, end: number): string =>
  text.slice(start, end).toLowerCase();

const isSpace = (character: string): boolean => character === ' ' || character === '\u00A0';

const skipSpaces = (text: string, start: number, most: number): number => {
  let index = start;
  while (index < start + most && isSpace(text.charAt(index))) index += 1;
  return index;
};

interface Measured {
  readonly unit: string;
  readonly end: number;
}

const inchMarks = new Set(['"', '″', '”', '“']);

/** `кв. м`, `кв.м.`, `sq m`; and `к.с.` */
const readAbbreviatedUnit = (text: string, start: number, end: number): Measured | null => {
  const word = lowerSlice(text, start, end);
  // Before the next word is cut out of the text, because few words are one of these.
  if (word !== 'кв' && word !== 'sq' && word !== 'к') return null;
  let next = end;
  while (text.charAt(next) === '.' || isSpace(text.charAt(next))) next += 1;
  const nextEnd = endOfLetters(text, next);
  const second = lowerSlice(text, next, nextEnd);
  if (word === 'к') return second === 'с' && next === end + 1 ? { unit: 'hp', end: nextEnd } : null;
  return second === 'м' || second === 'm' ? { unit: 'm2', end: nextEnd } : null;
};

/** `m2`, `м2`, `m³`: a letter and its power, at the end of the word. */
const readPower = (text: string, start: number): Measured | null => {
  const letter = lowerSlice(text, start, start + 1);
  if (letter !== 'm' && letter !== 'м') return null;
  const end = start + 2;
  const power = sliceFolded(text, start + 1, end);
  const followed = isDigit(text, end) || isLetter(text, end);
  return !followed && (power === '2' || power === '3') ? { unit: `m${power}`, end } : null;
};

const isYear = (number: string): boolean => /^(?:19|20)\d\d$/u.test(number);

const readUnit = (text: string, numberEnd: number, number: string): Measured | null => {
  if (inchMarks.has(text.charAt(numberEnd))) return { unit: 'in', end: numberEnd + 1 };
  if (text.startsWith("''", numberEnd)) return { unit: 'in', end: numberEnd + 2 };
  let start = skipSpaces(text, numberEnd, 2);
  // "15-инчов", "12-volt"
  if (start === numberEnd && text.charAt(start) === '-' && isLetter(text, start + 1)) start += 1;
  if (text.charAt(start) === '€') return { unit: 'eur', end: start + 1 };
  const end = endOfLetters(text, start);
  if (end === start) return null;
  if (end - start > longestUnit) return null;
  // Of one or two letters: „кв. м“, "m2".
  const special =
    end - start > 2 ? null : (readAbbreviatedUnit(text, start, end) ?? readPower(text, start));
  if (special !== null) return special;
  // "M2" right after letters and digits is a model, and so is "iphone6s": a digit after the unit
  // ends no unit.
  if (isDigit(text, end)) return null;
  // Most words after numbers are no units, which their first letters say without a slice of the text.
  const isLong = end - start > 1;
  if (isLong && !beginsUnit(text.charCodeAt(start), text.charCodeAt(start + 1))) return null;
  const word = lowerSlice(text, start, end);
  const unit = unitOf(word, start === numberEnd);
  // "2015 г." is a year.
  if (unit === null || (unit === 'g' && isYear(number))) return null;
  return { unit, end };
};

const readNumber = (text: string, start: number): Lexeme => {
  let end = endOfDigits(text, start);
  let number = sliceFolded(text, start, end);
  const separator = text.charAt(end);
  if ((separator === '.' || separator === ',') && isDigit(text, end + 1)) {
    const fractionEnd = endOfDigits(text, end + 1);
    const fraction = sliceFolded(text, end + 1, fractionEnd);
    // "1,200" has a thousands separator; "0.125" and "1.5" have a decimal one.
    number += fraction.length === 3 && number !== '0' ? fraction : `.${fraction}`;
    end = fractionEnd;
  }
  const measured = readUnit(text, end, number);
  return {
    kind: 'number',
    text: number.slice(0, longestWord),
    unit: measured?.unit ?? null,
    start,
    end: measured?.end ?? end,
  };
};

/** The position after the cross in `140x200`, `140 х 200`; else the same position. */
const skipCross = (text: string, start: number): number => {
  const cross = skipSpaces(text, start, 1);
  const letter = lowerSlice(text, cross, cross + 1);
  if (letter !== 'x' && letter !== 'х') return start;
  const after = skipSpaces(text, cross + 1, 1);
  return isDigit(text, after) ? after : start;
};

const wordIn = (text: string, start: number, end: number, scripts: number): string =>
  toOneScript(sliceFolded(text, start, Math.min(end, start + longestWord)), scripts);

/** The kinds of characters of a number without unit and fraction. */
const DIGITS = 1 << characterKind.digit;
/** The same of one with a unit or a fraction. */
const MEASURE = DIGITS | (1 << characterKind.separator);

/** Whether a word of these kinds of characters is a number. */
export const isNumber = (characterKinds: number): boolean => (characterKinds & DIGITS) !== 0;

/** Takes where a word or a number begins and ends, and the bit set of its characters' kinds. */
type LexemeVisitor = (start: number, end: number, characterKinds: number) => void;

/**
 * Splits a text into words and numbers. Letters and digits are separated (`iphone15`,
 * `WH-1000XM5`), so that model codes match with any spacing; a number keeps its unit.
 */
export const visitLexemes = ({ text, codes }: PreparedText, visit: LexemeVisitor): void => {
  const { length } = text;
  let index = 0;
  while (index < length) {
    const start = index;
    let kind = kindOfCode(codes[index] ?? 0);
    if (kind === characterKind.separator) {
      index += 1;
    } else if (kind === characterKind.digit) {
      const digitsEnd = endOfDigits(text, index);
      const { end } = readNumber(text, index);
      visit(start, end, end === digitsEnd ? DIGITS : MEASURE);
      index = skipCross(text, end);
    } else {
      let kinds = 0;
      while (kind >= characterKind.latin) {
        kinds |= 1 << kind;
        index += 1;
        kind = index < length ? kindOfCode(codes[index] ?? 0) : characterKind.separator;
      }
      visit(start, index, kinds);
    }
  }
};

/** The words and numbers of a text, as `visitLexemes` finds them: where they are, and their characters. */
export interface LexemePositions {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly characterKinds: Int32Array;
}

const lexemeOf = (text: string, start: number, end: number, kinds: number): Lexeme =>
  isNumber(kinds)
    ? readNumber(text, start)
    : { kind: 'word', text: wordIn(text, start, end, kinds), unit: null, start, end };

/** The word or number at a position of a prepared text. */
export const lexemeAt = ({ text }: PreparedText, positions: LexemePositions, at: number): Lexeme =>
  lexemeOf(
    text,
    positions.starts[at] ?? 0,
    positions.ends[at] ?? 0,
    positions.characterKinds[at] ?? 0,
  );

/** The words and numbers of a text; see `visitLexemes`. */
export const scan = (text: string): Lexeme[] => {
  const lexemes: Lexeme[] = [];
  const prepared = prepare(text);
  visitLexemes(prepared, (start, end, kinds) => {
    lexemes.push(lexemeOf(prepared.text, start, end, kinds));
  });
  return lexemes;
};

/** Words after which a text says what something is for. */
export const namesPurpose = (word: string): boolean =>
  word === 'за' || word === 'for' || word === 'za';

/** Words after which a text says what something lacks. */
export const isExcluding = (word: string): boolean =>
  word === 'без' || word === 'bez' || word === 'without';

/** Words that may be between the two of a name: „кафе на зърна“. */
export const joinsNames = (word: string): boolean =>
  namesPurpose(word) || word === 'на' || word === 'na';
