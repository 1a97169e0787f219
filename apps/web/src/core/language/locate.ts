import type { CallOutput } from '@izgodno/contract/common/call';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { readGeo, type GeoEndpoint } from '@izgodno/contract/visitors/calls';
import * as z from 'zod/mini';
import { api } from '#core/api/api.ts';
import { after } from '#shared/browser-events.ts';

/** Timeouts of a request to one endpoint, and of its second request (specification, section 9). */
const GEOLOCATION_TIMEOUT_MS = 5_000;
const COUNTRY_LOOKUP_TIMEOUT_MS = 3_000;

/** Countries that select a language (specification, section 9). */
const countries = {
  en: ['us', 'gb', 'ca', 'au', 'nz', 'ie', 'za', 'in', 'sg', 'mt', 'jm', 'tt'],
  bg: ['bg', 'mk'],
} as const satisfies Record<LanguageCode, readonly string[]>;

const ipSchema = z.object({ ip: z.string() });
const countrySchema = z.object({ countryCode: z.string() });

/** Aborts after `ms` milliseconds. */
const within = async <Response>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> => {
  const controller = new AbortController();
  const stop = after(ms, () => controller.abort(new Error(`No response within ${ms} ms`)));
  try {
    return await ask(controller.signal);
  } finally {
    stop();
  }
};

/** The network that the lookup uses. */
export interface GeoNetwork {
  readonly readOwn: (signal: AbortSignal) => Promise<CallOutput<typeof readGeo>>;
  /** Throws if the response is not successful. */
  readonly get: (url: string, signal: AbortSignal) => Promise<Response>;
}

const browserNetwork: GeoNetwork = {
  readOwn: (signal) => api.call(readGeo, {}, signal),
  get: async (url, signal) => {
    // Third parties learn the visitor's IP address and nothing else.
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    });
    if (!response.ok) throw new Error(`${url} answered with ${response.status}`);
    return response;
  },
};

/** Returns null if the endpoint knows no country. Throws if the request fails. */
const askOther = async (endpoint: GeoEndpoint, { get }: GeoNetwork): Promise<string | null> => {
  const text = await within(GEOLOCATION_TIMEOUT_MS, async (signal) =>
    (await get(endpoint.url, signal)).text(),
  );
  if (endpoint.kind === 'echo') return null;
  if (endpoint.kind === 'trace') return /^loc=([a-z]{2})\s*$/im.exec(text)?.[1] ?? null;
  const { ip } = z.parse(ipSchema, JSON.parse(text));
  const url = endpoint.countryUrl.replace('{ip}', encodeURIComponent(ip));
  return within(COUNTRY_LOOKUP_TIMEOUT_MS, async (signal) => {
    const response: unknown = await (await get(url, signal)).json();
    return z.parse(countrySchema, response).countryCode;
  });
};

/** Throws if no endpoint knows the country and one of them failed. */
const locateCountry = async (network: GeoNetwork): Promise<string | null> => {
  const own = await within(GEOLOCATION_TIMEOUT_MS, network.readOwn);
  if (own.country !== null) return own.country;
  const errors: unknown[] = [];
  for (const endpoint of own.others) {
    try {
      const country = await askOther(endpoint, network);
      if (country !== null) return country;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The country could not be found out');
  return null;
};

/**
 * Returns the language of the visitor's country, as the server knows it or else the endpoints that
 * the operator configured; null if no language is known for that country. Throws if the country
 * cannot be determined.
 */
export const locateLanguage = async (
  network: GeoNetwork = browserNetwork,
): Promise<LanguageCode | null> => {
  const country = (await locateCountry(network))?.toLowerCase();
  return languages.find((code) => countries[code].some((one) => one === country)) ?? null;
};
