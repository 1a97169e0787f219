import * as z from 'zod/mini';
import { withoutDirectionMarks } from '../common/direction-marks.ts';
import { normalise, writtenText } from '../common/normalise.ts';

export const TAG_LIMITS = { count: 20, length: 40 } as const;

/**
 * A normalised tag: NFC, lower case, without a leading `#` or bidirectional marks, single spaces.
 */
export const normaliseTag = (text: string): string =>
  normalise(withoutDirectionMarks(text))
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[\s#]+/u, '')
    .trim();

/** The content of a tag field, where commas separate tags: each once, in the typed order. */
export const splitTags = (typed: string): string[] => [
  ...new Set(
    // First, because normalisation turns other characters into separators (U+037E becomes `;`).
    normalise(typed)
      .split(/[,،，;\n]/u)
      .map(normaliseTag)
      .filter((tag) => tag !== ''),
  ),
];

const tagSchema = writtenText(TAG_LIMITS.length, normaliseTag).check(
  z.minLength(1),
  // This also excludes tags of emoji only.
  z.regex(/[\p{L}\p{N}]/u, 'Expected a letter or a digit'),
  z.regex(/^[^\p{Cc}\p{Cs},]*$/u, 'Expected text without commas and control characters'),
);

/** The tags of a deal: each once, in the order given. */
export const tagsSchema = z.array(tagSchema).check(
  z.maxLength(TAG_LIMITS.count),
  z.overwrite((tags) => [...new Set(tags)]),
);
