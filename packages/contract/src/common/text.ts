import * as z from 'zod/mini';
import { withoutDirectionMarks } from './direction-marks.ts';
import { normalise, oneLine, writtenText } from './normalise.ts';

/** The allowed length of a text in UTF-16 units. */
export interface TextLength {
  readonly minimum: number;
  readonly maximum: number;
}

// Control characters and lone surrogates cannot be stored or shown.
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const LINES = /^[^\p{Cs}]*$/u;
const CONTROLS_WITHIN_LINES = /[^\P{Cc}\n\t]/u;
// A visible character: neither space, control nor ignorable (such as U+200B). An unassigned one may be
// an emoji that is newer than this Unicode. The two named ones are symbols in Unicode, but blank.
const VISIBLE_OR_EMPTY =
  /^$|[^\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u;

/** The text, or an empty one if it has no visible characters. */
export const withoutBlank = (text: string): string => (VISIBLE_OR_EMPTY.test(text) ? text : '');

/** Rejects text without visible characters. The one rule for every text but a message's. */
export const somethingToSee = z.regex(VISIBLE_OR_EMPTY, 'Expected something to be seen');

// A dot between letters or digits whose last part could be a top-level domain, an IP, or another
// start of a URL.
const WEB_URL = /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{L}[\p{L}\p{M}]|xn--)|\d{1,3}(?:\.\d{1,3}){3}/iu;

/**
 * Whether a text contains a web or email address, in any spelling. A name with one would make our
 * mails and pages advertise it.
 */
export const holdsWebUrl = (text: string): boolean =>
  WEB_URL.test(
    normalise(text, 'NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      // Characters that browsers treat as a dot, and spaces around a dot.
      .replaceAll(/[\u3002\u2024]/gu, '.')
      .replaceAll(/(?<=\S)\s+\.(?=\S)/gu, '.'),
  );

/**
 * One line of users' text: NFC, without bidirectional marks, white space collapsed. Markup is plain
 * text.
 */
export const lineOfText = ({ minimum, maximum }: TextLength) =>
  writtenText(maximum, (text) => oneLine(withoutDirectionMarks(text))).check(
    z.minLength(minimum),
    z.regex(ONE_LINE, 'Expected text without control characters'),
    somethingToSee,
  );

/**
 * Several lines of users' text: NFC, without bidirectional marks, line ends are `\n`. Markup is
 * plain text.
 */
export const linesOfText = ({ minimum, maximum }: TextLength) =>
  writtenText(maximum, (text) =>
    normalise(withoutDirectionMarks(text)).replaceAll(/\r\n?/g, '\n').trim(),
  ).check(
    z.minLength(minimum),
    z.regex(LINES, 'Expected text without broken characters'),
    z.refine((value) => !CONTROLS_WITHIN_LINES.test(value), {
      error: 'Expected text without control characters',
    }),
    somethingToSee,
  );
