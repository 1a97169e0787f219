import * as z from 'zod/mini';
import { withoutEndSlashes } from '#platform/without-end-slashes.ts';

/** An http(s) URL without a trailing slash. */
export const baseUrlSchema = z.url({ protocol: /^https?$/ }).check(z.overwrite(withoutEndSlashes));

/** The host of a URL, after which sources are named. */
export const hostOf = (href: string): string | null =>
  URL.parse(href)?.hostname.replace(/^www\./, '') ?? null;

/** A URL without query and credentials, which may contain a key. */
export const withoutSecrets = (href: string): string => {
  const url = URL.parse(href);
  return url === null ? '' : `${url.origin}${url.pathname}`;
};
