import { describe, expect, test } from 'vitest';
import { readConnection } from '@izgodno/contract/system/doctor-calls';
import { readGeo, updateLocation } from '@izgodno/contract/visitors/calls';
import { provideSessionApp } from '#test/session-app.ts';
import { createCountries } from './countries.ts';

const session = provideSessionApp({
  COUNTRY_HEADER: 'CF-IPCountry',
  TRUST_PROXY: '10.0.0.1',
  GEO_ENDPOINTS:
    'trace=https://cdn.example/trace lookup=https://ip.example/json,https://geo.example/{ip} echo=https://echo.example/',
});

const PROXY = '10.0.0.1';
const visitor = { 'x-forwarded-for': '127.0.0.2' };

const countryFor = async (country?: string, remoteAddress = PROXY) => {
  const response = await session.current.app.inject({
    url: readGeo.path,
    headers: country === undefined ? visitor : { ...visitor, 'cf-ipcountry': country },
    remoteAddress,
  });
  return readGeo.response.parse(response.json());
};

describe('the country of a visitor', () => {
  test.for([
    ['bg', 'BG'],
    ['XX', null],
    ['T1', null],
    ['not a country', null],
  ] as const)("as the proxy's header has it: %s", async ([notified, country]) => {
    expect((await countryFor(notified)).country).toBe(country);
  });

  test('ignores the header of a visitor who did not come through the proxy', async () => {
    expect((await countryFor('bg', '127.0.0.1')).country).toBeNull();
  });

  test('is returned with further services, in the configured order', async () => {
    expect((await countryFor()).others).toEqual([
      { kind: 'trace', url: 'https://cdn.example/trace' },
      { kind: 'lookup', url: 'https://ip.example/json', countryUrl: 'https://geo.example/{ip}' },
      { kind: 'echo', url: 'https://echo.example/' },
    ]);
  });

  test('the pages allow requests to those services only', async () => {
    const { headers } = await session.current.app.inject('/api/health');
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://cdn.example https://ip.example https://geo.example https://echo.example",
    );
  });

  test.for([
    ['212.39.90.1', 'BG'],
    ['::ffff:212.39.90.1', 'BG'],
    ['8.8.8.8', 'US'],
    ['2001:4860:4860::8888', 'US'],
    ['127.0.0.1', null],
    ['not an address', null],
  ] as const)('of %s by the table is %s', async ([ip, country]) => {
    expect(await createCountries().of(ip)).toBe(country);
  });
});

test('visits are counted by day and country only', async () => {
  for (const country of ['BG', 'BG', 'DE', 'XX']) {
    const response = await session.current.app.inject({
      method: 'POST',
      url: updateLocation.path,
      headers: { ...visitor, 'cf-ipcountry': country },
      remoteAddress: PROXY,
      // A country in the body is dropped.
      payload: { source: 'ip-fallback', country: 'FR' },
    });
    expect(response.statusCode).toBe(200);
  }
  const counted = await session.current.database.database
    .selectFrom('country_visits')
    .select(['country', 'visits'])
    .orderBy('country')
    .execute();
  expect(counted).toEqual([
    { country: 'BG', visits: 2 },
    { country: 'DE', visits: 1 },
  ]);
});

test.for([{}, { source: 'gps' }])('an invalid visit %j is not counted', async (payload) => {
  const { statusCode } = await session.current.app.inject({
    method: 'POST',
    url: updateLocation.path,
    headers: { 'cf-ipcountry': 'FR' },
    payload,
  });
  expect(statusCode).toBe(400);
});

test.for([
  ['the proxy forwards for a visitor', PROXY, '192.0.2.7', true],
  // As the doctor does.
  ['a program beside the proxy calls through it', PROXY, PROXY, true],
  ['a visitor sends the header', '127.0.0.1', '192.0.2.7', false],
] as const)(
  'whether X-Forwarded-For is trusted: %s',
  async ([, remoteAddress, forwardedFor, trusted]) => {
    const response = await session.current.app.inject({
      url: readConnection.path,
      headers: { 'x-forwarded-for': forwardedFor },
      remoteAddress,
    });
    expect(readConnection.response.parse(response.json())).toMatchObject({
      forwarded: true,
      trusted,
    });
  },
);
