import * as z from 'zod/mini';

/** Where a service is: an http(s) address, which ends in no slash here. */
export const baseUrlSchema = z
  .url({ protocol: /^https?$/ })
  .check(z.overwrite((address) => address.replace(/\/+$/, '')));

/** The host of an address, as sources are named after. */
export const hostOf = (address: string): string | null =>
  URL.parse(address)?.hostname.replace(/^www\./, '') ?? null;
