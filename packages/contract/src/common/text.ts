import * as z from 'zod/mini';

/** How many characters (UTF-16 units) a text may have. */
export interface TextLength {
  readonly minimum: number;
  readonly maximum: number;
}

// What cannot be stored or shown: control characters and halves of surrogate pairs.
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const LINES = /^[^\p{Cs}]*$/u;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\n\t]/u;

/** One line that people wrote: composed, runs of white space are one space. Markup in it is just text. */
export const lineOfText = ({ minimum, maximum }: TextLength) =>
  z.string().check(
    z.overwrite((value) => value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()),
    z.minLength(minimum),
    z.maxLength(maximum),
    z.regex(ONE_LINE, 'Expected text without control characters'),
  );

/** Text of several lines that people wrote: composed, line ends are `\n`. Markup in it is just text. */
export const linesOfText = ({ minimum, maximum }: TextLength) =>
  z.string().check(
    z.overwrite((value) => value.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim()),
    z.minLength(minimum),
    z.maxLength(maximum),
    z.regex(LINES, 'Expected text without broken characters'),
    z.refine((value) => !CONTROLS_WITHIN_LINES.test(value), {
      error: 'Expected text without control characters',
    }),
  );
