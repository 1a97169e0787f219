import { normalise } from '@izgodno/contract/common/normalise';

/** The kinds of characters. Anything that is neither letter nor digit separates words. */
export const characterKind = {
  separator: 0,
  digit: 1,
  latin: 2,
  cyrillic: 3,
  otherLetter: 4,
} as const;
type CharacterKind = (typeof characterKind)[keyof typeof characterKind];

/** End of the Cyrillic supplement: letters above it have no case, accent or script here. */
const alphabetsEnd = 0x530;
const codeUnits = 0x1_0000;

/** Letters that Unicode does not decompose, but people type without the stroke. */
const strokes: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'a',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  œ: 'o',
  ı: 'i',
};

/** й is a letter of its own, not и with an accent; ѝ is и. */
const withoutAccent = (character: string): string => {
  if (character === 'й') return character;
  const base = strokes[character] ?? normalise(character, 'NFKD').replaceAll(/\p{M}/gu, '');
  return base.length === 1 ? base : character;
};

const kindOf = (character: string): CharacterKind => {
  if (/\p{Nd}/u.test(character)) return characterKind.digit;
  if (/\p{Script=Latin}/u.test(character)) return characterKind.latin;
  if (/[\p{Script=Cyrillic}]/u.test(character) && /\p{L}/u.test(character)) {
    return characterKind.cyrillic;
  }
  return /\p{L}/u.test(character) ? characterKind.otherLetter : characterKind.separator;
};

/**
 * Combining marks, full-width forms and letters outside the table; general punctuation needs no
 * normalisation.
 */
const unusual = /[\u0300-\u036f\u0530-\u1fff\u2c00-\uffff]/u;

/** Whether the lower case of a text is not that of its characters one by one (Σ), or `unusual`. */
const needsPreparation = (character: string): boolean => {
  const lower = character.toLowerCase();
  return lower.length > 1 || lower === 'σ' || unusual.test(lower);
};

/** The range of punctuation and symbols, few of which are letters. */
const symbolsFrom = 0x2000;
const symbolsTo = 0x2c00;
const surrogatesFrom = 0xd800;
const surrogatesTo = 0xe000;

/** By code unit: its lower case without accent, its kind, and 1 if a text with it needs preparation. */
const folded = Uint16Array.from({ length: codeUnits }, (_, code) => code);
const kinds = new Uint8Array(codeUnits);
const unprepared = new Uint8Array(codeUnits).fill(1);

for (let code = 0; code < alphabetsEnd; code += 1) {
  const character = String.fromCharCode(code);
  const base = withoutAccent(character.toLowerCase().charAt(0));
  folded[code] = base.charCodeAt(0);
  kinds[code] = kindOf(base);
  unprepared[code] = needsPreparation(character) ? 1 : 0;
}
for (let code = symbolsFrom; code < symbolsTo; code += 1) {
  const character = String.fromCharCode(code);
  unprepared[code] = character.toLowerCase() === character ? 0 : 1;
}
// Surrogates are not letters here, so emoji and rare scripts separate words.
unprepared.fill(0, surrogatesFrom, surrogatesTo);

const UNKNOWN = 255;
kinds.fill(UNKNOWN, alphabetsEnd);
kinds.fill(characterKind.separator, surrogatesFrom, surrogatesTo);

const otherLetter = /\p{L}/u;

/** Learns a kind when it is needed, because few of so many characters ever are. */
const learnKind = (code: number): CharacterKind => {
  const isLetter = otherLetter.test(String.fromCharCode(code));
  const kind = isLetter ? characterKind.otherLetter : characterKind.separator;
  kinds[code] = kind;
  return kind;
};

/** The kind of a code unit of a prepared text. */
export const kindOfCode = (code: number): number => {
  const kind = kinds[code] ?? characterKind.separator;
  return kind === UNKNOWN ? learnKind(code) : kind;
};

/** The code unit in lower case and without its accent; й stays. */
export const foldedCode = (code: number): number => folded[code] ?? code;

/** The characters from start to end in lower case and without accents; й stays. */
export const sliceFolded = (text: string, start: number, end: number): string => {
  let index = start;
  while (index < end && foldedCode(text.charCodeAt(index)) === text.charCodeAt(index)) index += 1;
  let result = text.slice(start, index);
  for (; index < end; index += 1) {
    result += String.fromCharCode(foldedCode(text.charCodeAt(index)));
  }
  return result;
};

/** A text whose characters `kindOfCode` and `foldedCode` know one by one. */
export interface PreparedText {
  readonly text: string;
  /** Its code units, with room left after them. */
  readonly codes: Uint16Array;
}

/** The longest text whose room is kept for the next one, in code units. */
const LONGEST_USUAL = 2 ** 16;

/** Room for the code units of one text at a time: they are read several times, far faster than a string. */
const usual = new Uint16Array(LONGEST_USUAL);
const bytesOfUsual = Buffer.from(usual.buffer);

const readCodes = (text: string): Uint16Array => {
  if (text.length > LONGEST_USUAL) {
    const codes = new Uint16Array(text.length);
    Buffer.from(codes.buffer).write(text, 'utf16le');
    return codes;
  }
  bytesOfUsual.write(text, 'utf16le');
  return usual;
};

/**
 * Prepares a text: one with unusual characters becomes lower case in NFKC (ｆｕｌｌ width, и followed by
 * a breve). The result is of use until the next call.
 */
export const prepare = (text: string): PreparedText => {
  const read = readCodes(text);
  let index = 0;
  while (index < text.length && unprepared[read[index] ?? 0] === 0) index += 1;
  if (index === text.length) return { text, codes: read };
  const lower = text.toLowerCase();
  const prepared = unusual.test(lower) ? normalise(lower, 'NFKC').toLowerCase() : lower;
  return { text: prepared, codes: readCodes(prepared) };
};
