import { decodeHTMLStrict } from 'entities';

const BLOCK_END = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi;
const TAG = /<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi;
// Single spaces are left alone: nearly all texts then pass without being built anew.
const UNEVEN_SPACES = /\s{2,}|[^\S ]/g;
const UNEVEN_SPACES_IN_LINES = /[^\S\n]{2,}|[^\S \n]/g;
const REPLACEMENT = /\uFFFD/g;

/** Feeds escape HTML entities again on their way into XML: "&amp;amp;nbsp;". */
const MAX_ESCAPINGS = 2;

// An entity may stand for NUL, which PostgreSQL cannot store; other controls help nobody either.
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

const unescape = (text: string): string => {
  if (!text.includes('&')) return text;
  let plain = text;
  for (let pass = 0; pass < MAX_ESCAPINGS && plain.includes('&'); pass += 1)
    plain = decodeHTMLStrict(plain);
  return plain.replace(CONTROLS, '');
};

// Cutting between the halves of a surrogate pair would leave text that is not valid UTF-8.
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();

const plainText = (text: string): string => {
  let plain = unescape(text);
  if (plain.includes('<')) plain = plain.replace(BLOCK_END, '\n').replace(TAG, '');
  if (plain.includes('\uFFFD')) plain = plain.replace(REPLACEMENT, '');
  return plain;
};

/** One line of text without mark-up, at most `maxLength` UTF-16 units. */
export const cleanLine = (text: string, maxLength: number): string =>
  cut(plainText(text).replace(UNEVEN_SPACES, ' ').trim(), maxLength);

/** Text without mark-up, its paragraphs kept. */
export const cleanParagraphs = (text: string, maxLength: number): string =>
  cut(
    plainText(text)
      .replace(UNEVEN_SPACES_IN_LINES, ' ')
      .replace(/ ?\n[\n ]*/g, '\n')
      .trim(),
    maxLength,
  );

/** An absolute web address in its normal form, or `null`. Takes protocol-relative ones. */
export const cleanUrl = (text: string): string | null => {
  const trimmed = text.trim();
  const absolute = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  // Ampersands only: "&copy=1" is a parameter, not a copyright sign.
  const url = URL.parse(absolute.includes('&amp;') ? absolute.replaceAll('&amp;', '&') : absolute);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
};
