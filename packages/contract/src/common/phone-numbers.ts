/** What people write between the digits of a number. */
const GAP = String.raw`[ \t\u00a0\u2000-\u200d\u202f\u2060.‐-—\-/()*_]{0,3}`;

const digits = (count: string): string => String.raw`(?:${GAP}\d){${count}}`;

/** What is written before numbers of books and parts, which look like those of phones. */
const PART_LABEL = String.raw`(?:ISBN(?:-1[03])?|EAN|OEM|Bosch)[ :№#-]{0,3}`;
/** A letter before a number makes it the name of a model, except after these words. */
const START = String.raw`(?<!${PART_LABEL})(?:(?<![\p{L}\p{N}]|\d[.,])|(?<=тел|моб|гсм|жсм|вайбър|tel|mob|gsm|viber|whatsapp|%2B))`;

const DATE = String.raw`\d\d[./-](?:0?[1-9]|1[0-2])[./-](?:(?:19|20)\d\d(?!\d)|\d\d(?![./-]?\d))`;
const HOURS = String.raw`\d\d\.[0-5]\d ?[–-] ?\d\d\.[0-5]\d(?!\d)`;

/** Of mobile phones, also as „0 888…“ and „08 88…“, of Sofia, and of other places. */
const NATIONAL = `0(?:(?:[ \\u00a0)-]{0,2}8[7-9]|8[ \\u00a0-][7-9]|9[89]|2)${digits('7')}|[3-9]\\d${digits('6')})`;

const phones = new RegExp(
  [
    // As they are called from abroad, also with the 0 that is for calls at home.
    String.raw`(?:\+|${START}00)${GAP}359(?:${GAP}\(?0\)?)?${digits('8,9')}(?!\d)`,
    String.raw`\+(?!359)[1-9]${digits('9,11')}(?!\d)`,
    String.raw`${START}359(?:8[7-9]|9[89])\d{7}(?!\d)`,
    String.raw`${START}(?!${DATE}|${HOURS})${NATIONAL}(?!\d)`,
  ].join('|'),
  'giu',
);

/** The digits at the end that are masked: a number of six digits is the shortest. */
const MASKED = 6;
const MASK = ' •• •• ••';

const maskNumber = (number: string): string => {
  const shown = number.replace(/\D/g, '').length - MASKED;
  const [start = ''] = new RegExp(String.raw`^(?:\D*\d){${shown}}\)?`).exec(number) ?? [];
  return start + MASK;
};

/**
 * A text with the last digits of its telephone numbers masked, as people in Bulgaria write them.
 * Prices, years, sizes, dates and numbers of products stay.
 */
export const maskPhoneNumbers = (text: string): string => text.replace(phones, maskNumber);

/** A number as it is called from everywhere: „0888 123 456“ is +359888123456. */
export const internationalNumber = (number: string): string =>
  number.replace(/[^\d+]/g, '').replace(/^(?:(?:\+|00)?3590?|0)/, '+359');

/** The telephone numbers in a text as they are written, each once. */
export const phoneNumbersIn = (text: string): readonly string[] => [
  ...new Map(
    (text.match(phones) ?? []).map((number) => [internationalNumber(number), number]),
  ).values(),
];
