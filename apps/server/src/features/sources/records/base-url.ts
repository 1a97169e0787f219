import * as z from 'zod/mini';
import { withoutEndSlashes } from '#platform/without-end-slashes.ts';

/** An http(s) URL without a trailing slash. */
export const baseUrlSchema = z.url({ protocol: /^https?$/ }).check(z.overwrite(withoutEndSlashes));

/** The host of a URL, after which sources are named. */
export const hostOf = (address: string): string | null =>
  URL.parse(address)?.hostname.replace(/^www\./, '') ?? null;

/** A URL without query and credentials, which may contain a key. */
export const withoutSecrets = (address: string): string => {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname}`;
};
