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

const FIELD_BITS = 3;

/**
 * Field and position in one number; neighbouring positions of a field differ by `NEXT_POSITION`.
 */
export const packPosition = (field: number, position: number): number =>
  (position << FIELD_BITS) | field;
export const NEXT_POSITION = 1 << FIELD_BITS;
export const fieldOf = (packed: number): number => packed & (NEXT_POSITION - 1);
export const positionOf = (packed: number): number => packed >>> FIELD_BITS;

export const CATEGORY_FIELD = searchFields.indexOf('category');
/** The bit of the category in a set of fields. */
export const IN_CATEGORY = 1 << CATEGORY_FIELD;

/** Greater positions are not stored: phrases are not found beyond that many words. */
export const MAX_POSITION = (1 << 16) - 1;
