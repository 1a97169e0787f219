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
// Something to be seen: neither space nor control, nor what is shown by nothing (U+200B, say). The two
// that are named are symbols to Unicode, but blank.
const VISIBLE_OR_EMPTY = /^$|[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/** Refuses what is there, but not to be seen. The one rule for every name and title. */
export const somethingToSee = z.regex(VISIBLE_OR_EMPTY, 'Expected something to be seen');

// A dot between letters or digits, of which the last part could be a top-level domain, or an address by
// its numbers; or what else only addresses begin with.
const WEB_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{L}[\p{L}\p{M}]|xn--)|\d{1,3}(?:\.\d{1,3}){3}/iu;

/**
 * Whether a text holds a web or mail address, however its letters and dots are written. A name that
 * reads as one would make mails and pages of ours advertise it.
 */
export const holdsWebAddress = (text: string): boolean =>
  WEB_ADDRESS.test(
    text
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      // Dots that address bars take for one, and spaces around a dot.
      .replaceAll(/[\u3002\u2024]/gu, '.')
      .replaceAll(/(?<=\S)\s+\.(?=\S)/gu, '.'),
  );

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
    somethingToSee,
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
