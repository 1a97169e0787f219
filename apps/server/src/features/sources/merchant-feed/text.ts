import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { decodeHTMLStrict } from 'entities';

const BLOCK_END = /<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^>]*>/gi;
/** Elements whose text is no text for readers. */
const SCRIPT = /<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<\/?[a-z][^>]*>|<!--[\s\S]*?-->/gi;
// Single spaces do not match, so that nearly all texts pass without a copy.
const UNEVEN_SPACES = /\s{2,}|[^\S ]/g;
const UNEVEN_SPACES_IN_LINES = /[^\S\n]{2,}|[^\S \n]/g;
const REPLACEMENT = /\uFFFD/g;

/** Feeds escape HTML entities again on their way into XML: "&amp;amp;nbsp;". */
const MAX_ESCAPINGS = 2;

// PostgreSQL cannot store NUL, and other control characters are useless.
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/;
// oxlint-disable-next-line no-control-regex -- as above
const ALL_CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g;

const unescape = (text: string): string => {
  if (!text.includes('&')) return text;
  let plain = text;
  for (let pass = 0; pass < MAX_ESCAPINGS && plain.includes('&'); pass += 1)
    plain = decodeHTMLStrict(plain);
  return plain;
};

// Does not cut a surrogate pair, because the text would not be valid UTF-8.
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();

const plainText = (text: string): string => {
  let plain = unescape(text);
  if (CONTROLS.test(plain)) plain = plain.replace(ALL_CONTROLS, '');
  // JSON can contain lone surrogates, which are not characters.
  if (!plain.isWellFormed()) plain = plain.toWellFormed();
  if (plain.includes('<'))
    plain = plain.replace(SCRIPT, '').replace(BLOCK_END, '\n').replace(TAG, '');
  if (plain.includes('\uFFFD')) plain = plain.replace(REPLACEMENT, '');
  return withoutDirectionMarks(plain);
};

/** One line of text without markup and bidirectional marks, at most `maxLength` UTF-16 units. */
export const cleanLine = (text: string, maxLength: number): string =>
  cut(plainText(text).replace(UNEVEN_SPACES, ' ').trim(), maxLength);

/** Text without markup; paragraphs are kept. */
export const cleanParagraphs = (text: string, maxLength: number): string =>
  cut(
    plainText(text)
      .replace(UNEVEN_SPACES_IN_LINES, ' ')
      .replace(/ ?\n[\n ]*/g, '\n')
      .trim(),
    maxLength,
  );

// URLs that the URL parser returns unchanged, as nearly all in feeds: matching costs much less than
// parsing. Excludes entities, dot segments, Punycode, ports, and hosts that may be IPv4 addresses.
const NORMAL_URL =
  /^https?:\/\/(?!\S*(?:\/\.|xn--))(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*\/[\w~!$&()*+,=:@./-]*(?:\?[\w~!$&()*+,=:@./?-]*)?$/;

/** A path, a query, or a page's name; not "-", "n/a" and other words for a missing URL. */
const RELATIVE = /^(?:[/?]|\.{1,2}\/|[\w%-]{2,}\/|[\w%-]+\.(?:html?|php|aspx?)\b)/;

/**
 * An absolute URL in its normal form, or `null`. Accepts protocol-relative ones, and those relative
 * to `base`, if there is one.
 */
export const cleanUrl = (text: string, base = ''): string | null => {
  if (NORMAL_URL.test(text)) return text;
  const trimmed = text.trim();
  const absolute = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  // Only `&amp;` is decoded, because "&copy=1" is a parameter, not a copyright sign.
  const decoded = absolute.includes('&amp;') ? absolute.replaceAll('&amp;', '&') : absolute;
  const url = URL.parse(decoded) ?? (RELATIVE.test(decoded) ? URL.parse(decoded, base) : null);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
};
