import * as z from 'zod/mini';

/** Where a service is: an http(s) address, which ends in no slash here. */
export const baseUrlSchema = z
  .url({ protocol: /^https?$/ })
  .check(z.overwrite((address) => address.replace(/\/+$/, '')));

/** The host of an address, as sources are named after. */
export const hostOf = (address: string): string | null =>
  URL.parse(address)?.hostname.replace(/^www\./, '') ?? null;

/** An address to show: its query and credentials may be a key. */
export const withoutSecrets = (address: string): string => {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname}`;
};
