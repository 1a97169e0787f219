import * as z from 'zod/mini';
import { withoutDirectionMarks } from './direction-marks.ts';

/** How many characters (UTF-16 units) a text may have. */
export interface TextLength {
  readonly minimum: number;
  readonly maximum: number;
}

// What cannot be stored or shown: control characters and halves of surrogate pairs.
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const LINES = /^[^\p{Cs}]*$/u;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\n\t]/u;
// Something to be seen: neither space nor control, nor what is shown by nothing (U+200B, say).
const VISIBLE_OR_EMPTY = /^$|[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * One line that people wrote: composed, without marks of direction, runs of white space are one space.
 * Markup in it is just text.
 */
export const lineOfText = ({ minimum, maximum }: TextLength) =>
  z.string().check(
    z.overwrite((value) =>
      withoutDirectionMarks(value).normalize('NFC').replaceAll(/\s+/gu, ' ').trim(),
    ),
    z.minLength(minimum),
    z.maxLength(maximum),
    z.regex(ONE_LINE, 'Expected text without control characters'),
    z.regex(VISIBLE_OR_EMPTY, 'Expected something to be seen'),
  );

/**
 * Text of several lines that people wrote: composed, without marks of direction, line ends are `\n`.
 * Markup in it is just text.
 */
export const linesOfText = ({ minimum, maximum }: TextLength) =>
  z.string().check(
    z.overwrite((value) =>
      withoutDirectionMarks(value).normalize('NFC').replaceAll(/\r\n?/g, '\n').trim(),
    ),
    z.minLength(minimum),
    z.maxLength(maximum),
    z.regex(LINES, 'Expected text without broken characters'),
    z.refine((value) => !CONTROLS_WITHIN_LINES.test(value), {
      error: 'Expected text without control characters',
    }),
  );
