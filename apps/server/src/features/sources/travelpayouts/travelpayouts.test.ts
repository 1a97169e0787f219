import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  createFakeTime,
  createTestHttp,
  NOW,
  outcome,
  readSource,
  useReplay,
} from '#test/connector-harness.ts';
import { aDeal, insertDeals } from '#test/deal-factory.ts';
import type { Fault } from '#test/replay/fault.ts';
import {
  startTravelpayouts,
  TRAVELPAYOUTS_TOKEN,
  type TravelpayoutsOptions,
} from '#test/replay/travelpayouts.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createFareCheck } from './fare-check.ts';
import { parseExternalId, toExternalId } from './fare-key.ts';
import { travelpayouts } from './travelpayouts.ts';

const use = useReplay();

const start = async (options: TravelpayoutsOptions = {}) => {
  const time = createFakeTime();
  const { server, shelf } = await use(startTravelpayouts({ now: time.now, ...options }));
  const read = (config: object = {}, more: object = {}) =>
    readSource(
      travelpayouts,
      { baseUrl: server.url, origins: ['SOF'], ...config },
      { time, ...more },
    );
  return { server, shelf, time, read };
};

test('reads special offers and the latest prices in euro, each fare once by its id', async () => {
  const { read, server, shelf } = await start({ size: 40 });
  const { deals, rejected, error } = await read();
  expect({ error, rejected }).toEqual({ error: null, rejected: [] });
  // The special offers are among the latest prices.
  expect(deals).toHaveLength(48);
  expect(new Set(deals.map((deal) => deal.externalId)).size).toBe(40);
  expect(server.requests.every(({ url }) => url.searchParams.get('currency') === 'eur')).toBe(true);
  expect(deals[0]).toMatchObject({
    externalId: 'SOF-BCN-20261202-20261205',
    title: 'София – Барселона, двупосочен полет, 02.12.2026 – 05.12.2026',
    description: 'Sofia (SOF) – Barcelona (BCN), return flight.',
    link: 'https://www.aviasales.com/search/SOF1002BCN15021?t=1',
    category: 'travel',
    locationId: 'sofia',
    amount: shelf.priceOf(1),
    currency: 'EUR',
    expiresAt: Date.UTC(2026, 10, 28),
    details: {
      kind: 'fare',
      type: 'flight',
      origin: 'SOF',
      destination: 'BCN',
      departAt: '2026-12-02T06:20:00+02:00',
      returnAt: '2026-12-05T10:05:00+01:00',
      roundTrip: true,
      carrier: 'FR',
    },
  });
  const oneWay = deals.findLast((deal) => deal.externalId.split('-').length === 3);
  expect(oneWay).toMatchObject({
    title: expect.stringContaining('еднопосочен полет'),
    link: expect.stringMatching(/\/search\/SOF\d{4}BCN1$/),
    details: { roundTrip: false },
  });
});

test('a found fare expires seven days later, or when it departs', async () => {
  const found = NOW - 3 * DAY_MS;
  const row = (depart: string) => ({
    origin: 'SOF',
    destination: 'BCN',
    depart_date: depart,
    return_date: '',
    value: 58,
    found_at: new Date(found).toISOString(),
    number_of_changes: 1,
    trip_class: 1,
  });
  const { read } = await start({
    size: 2,
    row: (item) => row(item === 1 ? '2027-02-10' : '2026-11-22'),
  });
  const { deals } = await read();
  const [late, soon] = deals.slice(2);
  expect(late).toMatchObject({
    expiresAt: found + 7 * DAY_MS,
    externalId: 'SOF-BCN-20270210-c1',
    details: { transfers: 1, foundAt: new Date(found).toISOString() },
  });
  expect(soon?.expiresAt).toBe(Date.UTC(2026, 10, 22, 21, 59, 59));
});

test('the partner earns by a marker', async () => {
  const { read } = await start({ size: 1 });
  const { deals } = await read({ marker: '12345' });
  expect(deals.map(({ link }) => URL.parse(link)?.searchParams.get('marker'))).toEqual([
    '12345',
    '12345',
  ]);
});

describe('rows of unusual forms', () => {
  const good = {
    origin: 'SOF',
    destination: 'LON',
    depart_date: '2027-02-10',
    return_date: '2027-02-15',
    value: 58,
    found_at: '2026-11-20T12:00:00.123',
  };
  const rows: readonly (readonly [string, unknown, object | string])[] = [
    ['a price as text', { ...good, value: '58.50' }, { amount: 5_850 }],
    ['no way back', { ...good, return_date: null }, { externalId: 'SOF-LON-20270210' }],
    [
      'a place we cannot name',
      { ...good, destination: 'XQX' },
      { title: expect.stringContaining('XQX') },
    ],
    ['no longer offered', { ...good, actual: false }, 'not_active'],
    ['no date', { ...good, depart_date: '0000-00-00' }, 'date_invalid'],
    ['the 31st of February', { ...good, depart_date: '2027-02-31' }, 'date_invalid'],
    ['a way back without sense', { ...good, return_date: 'soon' }, 'date_invalid'],
    ['departed', { ...good, depart_date: '2026-11-20' }, 'expired'],
    ['found too long ago', { ...good, found_at: '2026-11-01T00:00:00' }, 'expired'],
    ['a city in words', { ...good, origin: 'София' }, 'place_invalid'],
    ['a circle', { ...good, destination: 'SOF' }, 'place_invalid'],
    ['no price', { ...good, value: null }, 'price_missing'],
    ['a price of zero', { ...good, value: 0 }, 'price_invalid'],
    ['no object', 7, 'shape_unknown'],
  ];
  test.each(rows)('%s', async (_, row, expected) => {
    const { read } = await start({ size: 1, row: () => row });
    const { deals, rejected, error } = await read();
    expect(error).toBeNull();
    // After the special offer.
    expect([...deals.slice(1), ...rejected]).toMatchObject([outcome(expected)]);
  });
});

describe('errors', () => {
  test.each([
    ['500', { kind: 'status', status: 500 }],
    ['a storm of 429', { kind: 'status', status: 429 }],
    ['a reset in mid page', { kind: 'reset' }],
    ['gzip that breaks off', { kind: 'truncated-gzip' }],
  ] satisfies [string, Fault][])('%s: is retried, and nothing is missing', async (_, fault) => {
    const { read, server } = await start({ size: 1_500 });
    server.misbehave(fault, { times: 2, path: '/v2' });
    const { error, deals } = await read();
    expect({ error, count: deals.length }).toEqual({ error: null, count: 1_508 });
  });

  test.each([
    ['permanent 500', { kind: 'status', status: 502 }, 'SOURCE_FAILING'],
    ['permanent 429', { kind: 'status', status: 429 }, 'SOURCE_RATE_LIMITED'],
    ['a page that never ends', { kind: 'endless' }, 'FEED_TOO_LARGE'],
    ['a web page', { kind: 'rewrite', rewrite: () => '<html>' }, 'SOURCE_SHAPE_CHANGED'],
    [
      'an error with data {}',
      { kind: 'rewrite', rewrite: () => '{"success":false,"data":{},"error":"bad origin"}' },
      'SOURCE_REFUSES',
    ],
    [
      'an error with data null',
      { kind: 'rewrite', rewrite: () => '{"success":false,"data":null,"error":"bad origin"}' },
      'SOURCE_REFUSES',
    ],
    [
      'no list',
      { kind: 'rewrite', rewrite: () => '{"success":true,"data":{}}' },
      'SOURCE_SHAPE_CHANGED',
    ],
    ['no object', { kind: 'rewrite', rewrite: () => 'null' }, 'SOURCE_SHAPE_CHANGED'],
  ] satisfies [string, Fault, string][])('%s', async (_, error, code) => {
    const { read, server } = await start();
    server.misbehave(error, { times: 99 });
    expect((await read()).error?.code).toBe(code);
  });

  test('an origin that fails does not hold the others back', async () => {
    const { read, server } = await start();
    const bad = '{"success":false,"data":{},"error":"bad origin"}';
    server.misbehave({ kind: 'rewrite', rewrite: () => bad });
    const { error, deals, failedParts } = await read({ origins: ['VAR', 'SOF'] });
    expect(error).toBeNull();
    expect(deals.length).toBeGreaterThan(0);
    expect([...failedParts.keys()]).toEqual(['VAR']);
  });

  test('a wrong token', async () => {
    const { read } = await start();
    const { error } = await read({}, { credentials: { TRAVELPAYOUTS_TOKEN: 'x' } });
    expect(error).toMatchObject({
      code: 'SOURCE_REFUSES',
      message: expect.stringContaining('token'),
    });
  });

  test('an endlessly repeated page', async () => {
    const { read, server } = await start({ size: 1_500 });
    let first = '';
    server.misbehave({ kind: 'rewrite', rewrite: (body) => (first = body) }, { path: '/v2' });
    server.misbehave({ kind: 'rewrite', rewrite: () => first }, { times: 99, path: '/v2' });
    expect((await read()).error?.code).toBe('SOURCE_ENDLESS');
  });
});

test('an external id identifies its fare', () => {
  const code = fc.string({ unit: fc.constantFrom('A', 'S', 'Z'), minLength: 3, maxLength: 3 });
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const keys = fc.record({
    origin: code,
    destination: code,
    departDay: day,
    returnDay: fc.option(day),
    tripClass: fc.constantFrom(0, 1, 2),
  });
  fc.assert(
    fc.property(keys, (key) => {
      expect(parseExternalId(toExternalId(key))).toEqual(key);
    }),
  );
});

const remaining = (amount: number) => ({ state: 'standing', price: { amount, currency: 'EUR' } });

describe('before a visitor is redirected', () => {
  const postgres = useTestDatabase();

  const startCheck = async (kind: string | null = 'travelpayouts', deadlineMs = 30_000) => {
    const { server, shelf, read, time } = await start();
    const [first] = (await read()).deals;
    if (first === undefined) throw new Error('There is no fare.');
    const { database } = postgres.current;
    await database.deleteFrom('deals').execute();
    await database.deleteFrom('sources').execute();
    const config = JSON.stringify({ baseUrl: server.url });
    await database
      .insertInto('sources')
      .values({ id: 'fares', name: 'Fares', source_group: 'travel', kind, config })
      .execute();
    const deal = { ...aDeal({ external_id: first.externalId }), source_id: 'fares' };
    const [dealId = 0] = await insertDeals(database, [deal]);
    const fares = createFareCheck({
      database,
      httpFor: (signal) => createTestHttp(time.timing, new Map(), signal).http,
      credentials: new Map([['TRAVELPAYOUTS_TOKEN', TRAVELPAYOUTS_TOKEN]]),
      clock: time.timing.clock,
      deadlineMs,
    });
    const before = server.requests.length;
    return {
      server,
      shelf,
      time,
      check: () => fares.check(dealId, new AbortController().signal),
      asked: () => server.requests.length - before,
    };
  };

  test('a fare has a price or is unavailable; the source is asked at most once a minute', async () => {
    const { check, shelf, time, asked } = await startCheck();
    expect(await check()).toEqual(remaining(shelf.priceOf(1)));
    shelf.changePrice(1, 12_345);
    expect(await check()).not.toEqual(remaining(12_345));
    expect(asked()).toBe(1);
    await time.timing.sleep(60_000, new AbortController().signal);
    expect(await check()).toEqual(remaining(12_345));
    shelf.remove(1);
    await time.timing.sleep(60_000, new AbortController().signal);
    expect(await check()).toEqual({ state: 'gone' });
  });

  test.each([
    ['is silent', { kind: 'silent' }, 300],
    ['fails', { kind: 'status', status: 500 }, undefined],
    ['refuses', { kind: 'status', status: 403 }, undefined],
    ['talks nonsense', { kind: 'rewrite', rewrite: () => 'nonsense' }, undefined],
  ] satisfies [string, Fault, number | undefined][])(
    'a source that %s delays no visitor',
    async (_, error, deadlineMs) => {
      const { check, server } = await startCheck('travelpayouts', deadlineMs);
      server.misbehave(error, { times: 99 });
      expect(await check()).toEqual({ state: 'unknown' });
    },
  );

  test('sources that do not support it give unknown', async () => {
    const { check, asked } = await startCheck('travel-feed');
    expect(await check()).toEqual({ state: 'unknown' });
    expect(asked()).toBe(0);
  });
});
