import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { decodeHTMLStrict } from 'entities';
import { cutText } from '#platform/cut-text.ts';

/**
 * Characters read for each that is wanted; in some descriptions markup and entities take most of
 * the text.
 */
const READ_FOR_EACH = 50;

const TAG_START = /<\/?[a-z][a-z\d]*/iy;
const BLOCK_END = /^<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])$/i;
/** The ends of elements whose text is no text for readers. */
const unreadEnds: ReadonlyMap<string, RegExp> = new Map([
  ['<script', /<\/script\s*>/gi],
  ['<style', /<\/style\s*>/gi],
]);
const COMMENT_START = '<!--';
const COMMENT_END = '-->';
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

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : cutText(text, maxLength).trimEnd();

/** From this length on a text is copied from, because V8 keeps a whole text with each part of it. */
const COPIED_FROM = 16_384;

/** A part of a text, which does not keep the rest of a long one in memory. */
const apart = (part: string, whole: string): string =>
  whole.length < COPIED_FROM ? part : Buffer.from(part).toString();

/** The first characters of a text, well-formed, which do not keep the rest in memory. */
export const beginningOf = (text: string, length: number): string =>
  apart(text.slice(0, length).toWellFormed(), text);

/** The position after the element that a start tag begins, if its text is not read; else `tagEnd`. */
const endOfUnread = (text: string, name: string, tagEnd: number): number => {
  const end = unreadEnds.get(name);
  if (end === undefined) return tagEnd;
  end.lastIndex = tagEnd;
  return end.test(text) ? end.lastIndex : text.length;
};

/**
 * Removes tags, comments, scripts and styles; an end of a block becomes a line end. One pass that
 * looks for no end twice, because each of a million `<a` could be a tag that ends at the last `>`.
 */
const withoutMarkup = (text: string): string => {
  const lastTagEnd = text.lastIndexOf('>');
  const lastCommentEnd = text.lastIndexOf(COMMENT_END);
  const parts: string[] = [];
  let taken = 0;
  let at = text.indexOf('<');
  while (at !== -1 && at < lastTagEnd) {
    TAG_START.lastIndex = at;
    const tag = TAG_START.exec(text)?.[0].toLowerCase();
    let end = at;
    if (tag !== undefined) end = endOfUnread(text, tag, text.indexOf('>', at) + 1);
    else if (text.startsWith(COMMENT_START, at) && at + COMMENT_START.length <= lastCommentEnd)
      end = text.indexOf(COMMENT_END, at + COMMENT_START.length) + COMMENT_END.length;
    if (end > at) {
      parts.push(text.slice(taken, at), tag !== undefined && BLOCK_END.test(tag) ? '\n' : '');
      taken = end;
    }
    at = text.indexOf('<', Math.max(end, at + 1));
  }
  parts.push(text.slice(taken));
  return parts.join('');
};

/**
 * What the functions below remove or decode, and surrogates, which may be broken. Nearly all texts
 * have none of it, and one search costs less than one for each.
 */
const UNCLEAN =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\0-\x1F&<\x7F-\xA0\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uD800-\uDFFF\uFFFD]|  |[^\S ]|^ | $/;

/** Whether a text is clean already, as a line and as a paragraph. */
const isClean = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && !UNCLEAN.test(text);

const plainText = (text: string, maxLength: number): string => {
  let plain = unescape(text.slice(0, READ_FOR_EACH * maxLength));
  if (CONTROLS.test(plain)) plain = plain.replace(ALL_CONTROLS, '');
  // JSON can contain lone surrogates, which are not characters.
  if (!plain.isWellFormed()) plain = plain.toWellFormed();
  if (plain.includes('<')) plain = withoutMarkup(plain);
  if (plain.includes('\uFFFD')) plain = plain.replace(REPLACEMENT, '');
  return withoutDirectionMarks(plain);
};

/** One line of text without markup and bidirectional marks, at most `maxLength` UTF-16 units. */
export const cleanLine = (text: string, maxLength: number): string =>
  isClean(text, maxLength)
    ? text
    : apart(cut(plainText(text, maxLength).replace(UNEVEN_SPACES, ' ').trim(), maxLength), text);

/** Text without markup; paragraphs are kept. */
export const cleanParagraphs = (text: string, maxLength: number): string =>
  isClean(text, maxLength)
    ? text
    : apart(
        cut(
          plainText(text, maxLength)
            .replace(UNEVEN_SPACES_IN_LINES, ' ')
            .replace(/ ?\n[\n ]*/g, '\n')
            .trim(),
          maxLength,
        ),
        text,
      );

// URLs that the URL parser returns unchanged, as nearly all in feeds: matching costs much less than
// parsing. Excludes entities, dot segments, Punycode, ports, and hosts that may be IPv4 addresses.
const NORMAL_URL =
  /^https?:\/\/(?!\S*(?:\/\.|xn--))(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*\/[\w~!$&()*+,=:@./-]*(?:\?[\w~!$&()*+,=:@./?-]*)?$/;

/** A path, a query, or a page's name; not "-", "n/a" and other words for a missing URL. */
const RELATIVE = /^(?:[/?]|\.{1,2}\/|[\w%-]{2,}\/|[\w%-]+\.(?:html?|php|aspx?)\b)/;

/**
 * Characters of a URL. Lists contain the URLs of dozens of deals, and Google allows 2,000; links that
 * contain encoded Cyrillic links are longer.
 */
const MAX_URL_LENGTH = 4_000;

/**
 * An absolute URL in its normal form, or `null`. Accepts protocol-relative ones, and those relative
 * to `base`, if there is one.
 */
export const cleanUrl = (text: string, base = ''): string | null => {
  if (text.length <= MAX_URL_LENGTH && NORMAL_URL.test(text)) return text;
  const trimmed = text.trim();
  const absolute = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  // Only `&amp;` is decoded, because "&copy=1" is a parameter, not a copyright sign.
  const decoded = absolute.includes('&amp;') ? absolute.replaceAll('&amp;', '&') : absolute;
  const url = URL.parse(decoded) ?? (RELATIVE.test(decoded) ? URL.parse(decoded, base) : null);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.href.length > MAX_URL_LENGTH ? null : url.href;
};
