import { searchFields } from '../analysis/types.ts';

/**
 * A row and the set of fields with the term, in one number: ascending postings ascend by row, and
 * the fields that determine a row's score are read with it. A row's `ROW_BITS` leave room for it.
 */
const FIELDS_BITS = searchFields.length;

/** The number of possible sets of fields. */
export const FIELD_SETS = 1 << FIELDS_BITS;

/** `fields` has a bit for each field of `searchFields`. */
export const postingOf = (row: number, fields: number): number => (row << FIELDS_BITS) | fields;
export const rowOfPosting = (posting: number): number => posting >>> FIELDS_BITS;
export const fieldsOfPosting = (posting: number): number => posting & (FIELD_SETS - 1);
