import fc from 'fast-check';

const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 0x8_00;
const LAST_CODE_POINT = 0x10_ff_ff;

/**
 * Any character of Unicode, as a `unit` of `fc.string`: what the library calls `binary`, without the
 * list of all 1.1 million characters that it makes first, for seconds in each process.
 */
export const anyCharacter = fc.nat({ max: LAST_CODE_POINT - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? 0) : 0;
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
