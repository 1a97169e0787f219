import type { GeoEndpoint } from '@izgodno/contract/visitors/calls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { locateLanguage, type GeoNetwork } from './locate.ts';

const trace = { kind: 'trace', url: 'https://cdn.example/trace' } as const;
const lookup = {
  kind: 'lookup',
  url: 'https://ip.example/json',
  countryUrl: 'https://geo.example/{ip}?fields=countryCode',
} as const;
const echo = { kind: 'echo', url: 'https://echo.example/' } as const;

const asked: string[] = [];

const silence = async (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/**
 * Fakes the geolocation endpoints by URL. Endpoints without a response stay silent until the
 * timeout.
 */
const networkOf = (
  own: { country?: string | null; others?: readonly GeoEndpoint[] } | null,
  responses: Readonly<Record<string, string | Error>> = {},
): GeoNetwork => ({
  readOwn: async (signal) => {
    asked.push('own');
    return own === null
      ? silence(signal)
      : { success: true, country: own.country ?? null, others: own.others ?? [] };
  },
  get: async (url, signal) => {
    asked.push(url);
    const response = responses[url];
    if (response instanceof Error) throw response;
    return response === undefined ? silence(signal) : new Response(response);
  },
});

beforeEach(() => {
  asked.length = 0;
});

describe('the country', () => {
  // Specification, section 9.
  test.each(['BG', 'MK'])('%s selects Bulgarian', async (country) => {
    expect(await locateLanguage(networkOf({ country }))).toBe('bg');
  });

  test.each(['US', 'GB', 'CA', 'AU', 'NZ', 'IE', 'ZA', 'IN', 'SG', 'MT', 'JM', 'TT'])(
    '%s selects English',
    async (country) => {
      expect(await locateLanguage(networkOf({ country }))).toBe('en');
    },
  );

  test('without a known language selects none, and no other endpoint is asked', async () => {
    expect(await locateLanguage(networkOf({ country: 'DE', others: [trace] }))).toBeNull();
    expect(asked).toEqual(['own']);
  });

  test('goes to no other party if the operator has configured none', async () => {
    expect(await locateLanguage(networkOf({ country: null }))).toBeNull();
    expect(asked).toEqual(['own']);
  });

  test('is read from a line of the trace', async () => {
    const network = networkOf({ others: [trace] }, { [trace.url]: 'fl=1\nloc=BG\nts=2\n' });
    expect(await locateLanguage(network)).toBe('bg');
  });

  test('is looked up by the IP address, which is requested first', async () => {
    const network = networkOf(
      { others: [lookup] },
      {
        [lookup.url]: '{"ip":"2001:db8::1"}',
        'https://geo.example/2001%3Adb8%3A%3A1?fields=countryCode': '{"countryCode":"MK"}',
      },
    );
    expect(await locateLanguage(network)).toBe('bg');
    expect(asked).toHaveLength(3);
  });

  test('is requested from the next endpoint if one fails, knows none or responds with something else', async () => {
    const other = { ...lookup, url: 'https://other.example/ip' };
    const network = networkOf(
      { others: [trace, lookup, echo, other] },
      {
        [trace.url]: new Error('refused'),
        [lookup.url]: '<html>',
        [echo.url]: '192.0.2.1',
        [other.url]: '{"ip":"192.0.2.1"}',
        'https://geo.example/192.0.2.1?fields=countryCode': '{"countryCode":"US"}',
      },
    );
    expect(await locateLanguage(network)).toBe('en');
    expect(asked).toEqual([
      'own',
      trace.url,
      lookup.url,
      echo.url,
      other.url,
      'https://geo.example/192.0.2.1?fields=countryCode',
    ]);
  });

  test('is not known to an endpoint that only returns the IP address', async () => {
    expect(await locateLanguage(networkOf({ others: [echo] }, { [echo.url]: 'BG' }))).toBeNull();
  });

  test('is an error if no endpoint knows it and one could not be reached', async () => {
    const network = networkOf(
      { others: [trace, echo] },
      { [trace.url]: 'loc=\n', [echo.url]: new Error('refused') },
    );
    await expect(locateLanguage(network)).rejects.toThrow('The country could not be found out');
  });
});

/** Returns how long the last endpoint may take until its request is aborted, in milliseconds. */
const patience = async (network: GeoNetwork): Promise<number> => {
  const began = Date.now();
  const located = locateLanguage(network).catch(() => undefined);
  while (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
  await located;
  return Date.now() - began;
};

describe('an endpoint that does not respond', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is aborted after 5 seconds', async () => {
    expect(await patience(networkOf(null))).toBe(5_000);
    expect(await patience(networkOf({ others: [trace] }))).toBe(5_000);
    expect(await patience(networkOf({ others: [lookup] }))).toBe(5_000);
    expect(await patience(networkOf({ others: [echo] }))).toBe(5_000);
  });

  test('is aborted after 3 seconds if it looks up the country of an IP address', async () => {
    const network = networkOf({ others: [lookup] }, { [lookup.url]: '{"ip":"192.0.2.1"}' });
    expect(await patience(network)).toBe(3_000);
  });

  test('does not prevent the request to the next', async () => {
    const network = networkOf({ others: [echo, trace] }, { [trace.url]: 'loc=BG' });
    const located = locateLanguage(network);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await located).toBe('bg');
  });
});
