import { normalise } from '@izgodno/contract/common/normalise';

/** Longer texts are messages rather than searches, and may be about a person. */
const MAX_LENGTH = 80;
const MAX_WORDS = 10;

const personal: readonly RegExp[] = [
  // Email addresses and names of accounts.
  /@|\(at\)/u,
  // Numbers of phones, persons, bank accounts and cards. A range of prices has a dash.
  /\d(?:[ .]?\d){8,}/u,
  /(?:\d{3,4}-){2}\d{3,4}/u,
  // Phone numbers of this country, however their digits are grouped.
  /(?<![\d.,/-])(?:\+|0)\d(?:[\s().+/-]*\d){5,}/u,
  /https?:|www\.|\w\.(?:bg|com|eu|net|org)\b/u,
];

/**
 * A query as the log counts it: without differences of case and spaces. Null for blank texts, and for
 * those that may name a person: email addresses, long numbers, links and long texts.
 */
export const loggableQuery = (text: string): string | null => {
  const query = normalise(text).toLowerCase().replace(/\s+/gu, ' ').trim();
  if (query === '' || query.length > MAX_LENGTH || query.split(' ').length > MAX_WORDS) return null;
  return personal.some((pattern) => pattern.test(query)) ? null : query;
};
