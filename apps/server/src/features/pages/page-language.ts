import type { IncomingHttpHeaders } from 'node:http';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';

const DEFAULT_LANGUAGE: LanguageCode = 'en';

const supported = (tag: string | null): LanguageCode | undefined =>
  languages.find((code) => code === tag?.trim().slice(0, 2).toLowerCase());

/**
 * The language a page is likely to be read in: the address's `lang`, else the first supported one of
 * the browser. What the browser has stored is known only there; it then changes what stands here.
 */
export const guessLanguage = (
  query: URLSearchParams,
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): LanguageCode => {
  const asked = query.get('lang');
  if (languages.some((code) => code === asked)) return supported(asked) ?? DEFAULT_LANGUAGE;
  const wanted = (headers['accept-language'] ?? '').split(',').map(supported);
  return wanted.find((code) => code !== undefined) ?? DEFAULT_LANGUAGE;
};

/** What the address of a page ends with where it names its language: that page stands for itself. */
export const ownLanguageQuery = (query: URLSearchParams): string => {
  const asked = query.get('lang');
  return languages.some((code) => code === asked) ? `?lang=${asked}` : '';
};

/** Tells search engines of both languages of a page. `path` begins with a slash. */
export const writeAlternates = (baseUrl: string, path: string): string =>
  [
    ...languages.map(
      (code) => `<link rel="alternate" hreflang="${code}" href="${baseUrl}${path}?lang=${code}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${baseUrl}${path}">`,
  ].join('\n    ');
