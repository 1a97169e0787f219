import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_LANGUAGE, languages, type LanguageCode } from '@izgodno/contract/common/language';
import { browserLanguageOf } from '#platform/http/browser-language.ts';

/**
 * The probable language of a page: `lang` of the URL, else the browser's first supported one. Only
 * the browser knows its stored choice, and then changes the page.
 */
export const guessLanguage = (
  query: URLSearchParams,
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): LanguageCode => {
  const asked = query.get('lang');
  return languages.find((code) => code === asked) ?? browserLanguageOf(headers) ?? DEFAULT_LANGUAGE;
};

/**
 * The language query of the page's own URL, if the URL has one, because such a page has its own
 * canonical URL.
 */
export const ownLanguageQuery = (query: URLSearchParams): string => {
  const asked = query.get('lang');
  return languages.some((code) => code === asked) ? `?lang=${asked}` : '';
};

/** Links to both languages of a page, for search engines. `path` begins with a slash. */
export const writeAlternates = (baseUrl: string, path: string): string =>
  [
    ...languages.map(
      (code) => `<link rel="alternate" hreflang="${code}" href="${baseUrl}${path}?lang=${code}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${baseUrl}${path}">`,
  ].join('\n    ');
