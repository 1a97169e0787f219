import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Reader, type Response } from 'mmdb-lib';
import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

const require = createRequire(import.meta.url);
const TABLE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

const entrySchema = z.object({ country_code: z.string().check(z.regex(/^[A-Z]{2}$/)) });

/** The countries of IPs, from the registries' own lists (CC0), bundled with the product. */
export interface Countries {
  /** ISO 3166-1, upper case; null if unknown. */
  of(ip: string): Promise<string | null>;
}

const read = async (): Promise<Reader<Response>> => {
  const file = await readFile(require.resolve(TABLE));
  return new Reader<Response>(file);
};

/** Reads the table (8 MB) on first use. */
export const createCountries = (): Countries => {
  let reading: Promise<Reader<Response>> | undefined;
  return {
    async of(ip) {
      reading ??= read();
      reading.catch(() => (reading = undefined));
      const entry: unknown = (await reading).get(ip.replace(/^::ffff:/i, ''));
      return parseUntrusted(entrySchema, entry).data?.country_code ?? null;
    },
  };
};
