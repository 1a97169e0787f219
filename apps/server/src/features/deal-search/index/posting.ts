import { searchFields } from '../analysis/types.ts';

/**
 * A row and the set of fields that a term stands in there, in one number: postings that ascend
 * ascend by row, and what a row scores is read with it. A row's `ROW_BITS` leave room for it.
 */
const FIELDS_BITS = searchFields.length;

/** How many sets of fields there are. */
export const FIELD_SETS = 1 << FIELDS_BITS;

/** `fields` has a bit for each field of `searchFields`. */
export const postingOf = (row: number, fields: number): number => (row << FIELDS_BITS) | fields;
export const rowOfPosting = (posting: number): number => posting >>> FIELDS_BITS;
export const fieldsOfPosting = (posting: number): number => posting & (FIELD_SETS - 1);
