/** The kinds of characters. Anything that is neither letter nor digit separates words. */
export const characterKind = {
  separator: 0,
  digit: 1,
  latin: 2,
  cyrillic: 3,
  otherLetter: 4,
} as const;
export type CharacterKind = (typeof characterKind)[keyof typeof characterKind];

/** End of the Cyrillic supplement: below it, one table look-up per character suffices. */
const tableSize = 0x530;

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
  const base = strokes[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
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

const folded = new Uint16Array(tableSize);
const kinds = new Uint8Array(tableSize);
for (let code = 0; code < tableSize; code += 1) {
  const base = withoutAccent(String.fromCharCode(code));
  folded[code] = base.charCodeAt(0);
  kinds[code] = kindOf(base);
}

const otherLetter = /\p{L}/u;

/** The kind of a UTF-16 code unit of a text that went through `prepare`. */
export const kindAt = (text: string, index: number): number => {
  const code = text.charCodeAt(index);
  if (code < tableSize) return kinds[code] ?? characterKind.separator;
  // Surrogates are not letters here, so emoji and rare scripts separate words.
  return otherLetter.test(text.charAt(index)) ? characterKind.otherLetter : characterKind.separator;
};

const plain = (code: number): boolean => code >= tableSize || folded[code] === code;

/** The characters from start to end without accents; й stays. */
export const sliceFolded = (text: string, start: number, end: number): string => {
  let index = start;
  while (index < end && plain(text.charCodeAt(index))) index += 1;
  if (index === end) return text.slice(start, end);
  let result = text.slice(start, index);
  for (; index < end; index += 1) {
    const code = text.charCodeAt(index);
    result += String.fromCharCode(code < tableSize ? (folded[code] ?? code) : code);
  }
  return result;
};

/**
 * Combining marks, full-width forms and letters outside the table; general punctuation needs no
 * preparation.
 */
const unusual = /[\u0300-\u036f\u0530-\u1fff\u2c00-\uffff]/u;

/** Returns the text in lower case and NFKC (ｆｕｌｌ width, и followed by a breve). */
export const prepare = (text: string): string => {
  const lower = text.toLowerCase();
  return unusual.test(lower) ? lower.normalize('NFKC').toLowerCase() : lower;
};
