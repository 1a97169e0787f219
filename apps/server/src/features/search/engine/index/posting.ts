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
 * Encodes the places of a term in one deal: for each field with the term, in the order of
 * `searchFields`, its positions ascending, as numbers of 3 bits a nibble, low bits first, of which
 * the highest bit of a nibble says that more follow. The lowest bit of a number marks the field's
 * last position; the rest is the position, so that the first 4 take one nibble and the first 32
 * two. The posting holds the set of fields. Places in the category's text are not stored; see
 * `category-positions.ts`.
 */
const FIELD_BITS = 3;

/**
 * Field and position in one number; neighbouring positions of a field differ by `NEXT_POSITION`.
 */
export const packPosition = (field: number, position: number): number =>
  (position << FIELD_BITS) | field;
export const NEXT_POSITION = 1 << FIELD_BITS;
export const fieldOf = (place: number): number => place & (NEXT_POSITION - 1);

export const CATEGORY_FIELD = searchFields.indexOf('category');
/** The bit of the category in a set of fields. */
export const IN_CATEGORY = 1 << CATEGORY_FIELD;

/** Greater positions are not stored: phrases are not found beyond that many words. */
export const MAX_POSITION = (1 << 16) - 1;

/** The largest number of bytes of one place. */
export const MAX_POSITION_BYTES = 3;

const NIBBLE_VALUES = 7;
const NIBBLE_FOLLOWS = 8;

export const nibbleAt = (places: Uint8Array, at: number): number =>
  ((places[at >>> 1] ?? 0) >>> ((at & 1) << 2)) & 15;

/** Writes a nibble that was 0. */
export const writeNibble = (places: Uint8Array, at: number, nibble: number): void => {
  places[at >>> 1] = (places[at >>> 1] ?? 0) | (nibble << ((at & 1) << 2));
};

/**
 * Writes a place at nibble `at` and returns the nibble after it. `last` marks the last one of its
 * field.
 */
export const writePosition = (
  places: Uint8Array,
  at: number,
  place: number,
  last: boolean,
): number => {
  let rest = ((place >>> FIELD_BITS) << 1) | (last ? 1 : 0);
  let next = at;
  while (rest > NIBBLE_VALUES) {
    writeNibble(places, next, (rest & NIBBLE_VALUES) | NIBBLE_FOLLOWS);
    next += 1;
    rest >>>= 3;
  }
  writeNibble(places, next, rest);
  return next + 1;
};

/** Reads a deal's stored places in these fields from nibble `at` and calls `visit` for each. */
export const readPositions = (
  places: Uint8Array,
  at: number,
  fields: number,
  visit: (place: number) => void,
): void => {
  let next = at;
  const stored = fields & ~IN_CATEGORY;
  for (let field = 0; stored >> field > 0;) {
    if (((stored >> field) & 1) === 0) {
      field += 1;
      continue;
    }
    let value = 0;
    let shift = 0;
    let nibble: number;
    do {
      nibble = nibbleAt(places, next);
      next += 1;
      value |= (nibble & NIBBLE_VALUES) << shift;
      shift += 3;
    } while (nibble >= NIBBLE_FOLLOWS);
    visit(packPosition(field, value >>> 1));
    field += value & 1;
  }
};

/** The nibble after a deal's places in these fields, which begin at nibble `at`. */
export const skipPositions = (places: Uint8Array, at: number, fields: number): number => {
  let next = at;
  // Each round removes one field from the set.
  for (let left = fields & ~IN_CATEGORY; left > 0;) {
    const isLast = nibbleAt(places, next) & 1;
    while (nibbleAt(places, next) >= NIBBLE_FOLLOWS) next += 1;
    next += 1;
    if (isLast === 1) left &= left - 1;
  }
  return next;
};
