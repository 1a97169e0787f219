import * as z from 'zod/mini';

// Other modules may not call `normalize` (`scripts/dangerous-constructs.test.ts`): it takes quadratic
// time for a run of combining marks, 46 s for one of 280 KB.

// No language has as many marks on one letter: Unicode's Stream-Safe Text Format (UAX 15). NFKC and
// NFKD make marks of the last two.
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The text in a normal form, without the marks of each run after the first 30. */
export const normalise = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  text.replaceAll(TOO_MANY_MARKS, '$1').normalize(form);

/** Rejects what `normalise` would shorten. */
const fewMarks = z.refine<string>((text) => text.search(TOO_MANY_MARKS) === -1, {
  error: 'Expected at most 30 marks on a letter',
});

/**
 * How much longer than its limit a text may arrive, because normalising shortens it: macOS types „й“
 * as two characters, and a letter of Vietnamese has up to three.
 */
const RAW_LENGTHS = 4;

/** Longer texts are not cleaned, and rejected for their length. */
const cleaned = (maximum: number, clean: (text: string) => string) =>
  [
    z.overwrite<string>((text) => (text.length > maximum * RAW_LENGTHS ? text : clean(text))),
    z.maxLength(maximum, { abort: true }),
  ] as const;

/** Text that people write and see again, at most `maximum` UTF-16 units after `clean`. */
export const writtenText = (maximum: number, clean: (text: string) => string) =>
  z.string().check(fewMarks, ...cleaned(maximum, clean));

/** Text to find something by: surplus marks are no error, because it is not shown to others. */
export const soughtText = (maximum: number) =>
  z.string().check(...cleaned(maximum, (text) => normalise(text)));

/** One line of words, in NFC. */
export const oneLine = (text: string): string => normalise(text).replaceAll(/\s+/gu, ' ').trim();
