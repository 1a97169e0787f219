import { searchFields, type SearchField } from '../analysis/types.ts';

/** The number of possible sets of fields; a set has a bit for each field of `searchFields`. */
const FIELD_SETS = 1 << searchFields.length;

/** The sets in which a term of a deal usually occurs, the most frequent first. */
const usualSets: readonly (readonly SearchField[])[] = [
  ['description'],
  ['category'],
  ['subject', 'title'],
  ['title'],
  ['subject', 'title', 'tags'],
  ['tags'],
  ['subject', 'title', 'description'],
  ['title', 'description'],
];

const usualFields = usualSets.map((fields) =>
  fields.reduce((set, field) => set | (1 << searchFields.indexOf(field)), 0),
);

/** Sets of fields have codes: the more usual one has the lower code, so that it needs fewer bits. */
export const fieldsOfCode: Uint8Array = Uint8Array.from(
  new Set([...usualFields, ...Array(FIELD_SETS).keys()]),
);
export const codeOfFields: Uint8Array = new Uint8Array(FIELD_SETS);
for (const [code, fields] of fieldsOfCode.entries()) codeOfFields[fields] = code;

/**
 * Encodes the places of a term in one deal as bytes: for each field with the term, in the order of
 * `searchFields`, its positions ascending, as numbers of 7 bits a byte, low bits first. The lowest
 * bit marks the field's last position; the rest is the position. The posting holds the set of
 * fields.
 */
const FIELD_BITS = 3;

/**
 * Field and position in one number; neighbouring positions of a field differ by `NEXT_POSITION`.
 */
export const packPosition = (field: number, position: number): number =>
  (position << FIELD_BITS) | field;
export const NEXT_POSITION = 1 << FIELD_BITS;
export const fieldOf = (place: number): number => place & (NEXT_POSITION - 1);

/** Greater positions are not stored: phrases are not found beyond that many words. */
export const MAX_POSITION = (1 << 16) - 1;

/** The largest number of bytes of one place. */
export const MAX_POSITION_BYTES = 3;

/**
 * Writes a place at byte `at` and returns the byte after it. `last` marks the last one of its
 * field.
 */
export const writePosition = (
  bytes: Uint8Array,
  at: number,
  place: number,
  last: boolean,
): number => {
  let rest = ((place >>> FIELD_BITS) << 1) | (last ? 1 : 0);
  let next = at;
  while (rest > 0x7f) {
    bytes[next] = (rest & 0x7f) | 0x80;
    next += 1;
    rest >>>= 7;
  }
  bytes[next] = rest;
  return next + 1;
};

/** Reads a deal's places in these fields from byte `at` and calls `visit` for each. */
export const readPositions = (
  bytes: Uint8Array,
  at: number,
  fields: number,
  visit: (place: number) => void,
): void => {
  let next = at;
  for (let field = 0; fields >> field > 0;) {
    if (((fields >> field) & 1) === 0) {
      field += 1;
      continue;
    }
    let value = 0;
    let shift = 0;
    let byte: number;
    do {
      byte = bytes[next] ?? 0;
      next += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte > 0x7f);
    visit(packPosition(field, value >>> 1));
    field += value & 1;
  }
};

/** The byte after a deal's places in these fields, which begin at byte `at`. */
export const skipPositions = (bytes: Uint8Array, at: number, fields: number): number => {
  let next = at;
  // Each round removes one field from the set.
  for (let left = fields; left > 0;) {
    const isLast = (bytes[next] ?? 1) & 1;
    while ((bytes[next] ?? 0) > 0x7f) next += 1;
    next += 1;
    if (isLast === 1) left &= left - 1;
  }
  return next;
};
