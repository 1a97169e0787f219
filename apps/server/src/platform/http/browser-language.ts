import type { IncomingHttpHeaders } from 'node:http';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';

const supported = (tag: string): LanguageCode | undefined =>
  languages.find((code) => code === tag.trim().slice(0, 2).toLowerCase());

/** The browser's first language that the product has (`Accept-Language`), or null. */
export const browserLanguageOf = (
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): LanguageCode | null => {
  const wanted = (headers['accept-language'] ?? '').split(',').map(supported);
  return wanted.find((code) => code !== undefined) ?? null;
};
