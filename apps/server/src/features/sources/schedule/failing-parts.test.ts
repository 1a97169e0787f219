import { beforeEach, expect, test } from 'vitest';
import { createFakeTime, type FakeTime, useReplay } from '#test/connector-harness.ts';
import { startClassifieds } from '#test/replay/classifieds.ts';
import { startProfitshare } from '#test/replay/profitshare.ts';
import { startTravelpayouts } from '#test/replay/travelpayouts.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { classifieds } from '../classifieds/classifieds.ts';
import { profitshareCsv } from '../profitshare/csv/csv-feed.ts';
import { profitshare } from '../profitshare/profitshare.ts';
import { registerKind } from '../registry/connector-kinds.ts';
import { travelpayouts } from '../travelpayouts/travelpayouts.ts';
import { findSource, putSource } from '../registry/source-rows.ts';
import { runSource } from './run-source.ts';

const database = useTestDatabase();
const use = useReplay();
const startSite = useFeedServers();
const kinds = new Map(
  [
    registerKind(classifieds),
    registerKind(profitshare),
    registerKind(profitshareCsv),
    registerKind(travelpayouts),
  ].map((kind) => [kind.name, kind]),
);

beforeEach(async () => {
  await database.current.pool.query('TRUNCATE sources, deals CASCADE');
});

const start = async (
  kind: 'classifieds' | 'profitshare' | 'profitshare-csv' | 'travelpayouts',
  time: FakeTime,
  config: Record<string, unknown>,
) => {
  await putSource(
    database.current.database,
    { id: 's', name: 's', kind, group: 'other', commission: false, config, everySeconds: 3_600 },
    new Date(time.now()),
  );
  const reader = createTestReader(database.current, {
    kinds,
    timing: time.timing,
    credentials: new Map([
      ['PROFITSHARE_USER', 'demo_user'],
      ['PROFITSHARE_KEY', 'demo_key'],
      ['TRAVELPAYOUTS_TOKEN', 'demo_token'],
    ]),
  });
  const { signal } = new AbortController();
  return async () => {
    await runSource(reader, 's', { allowShrink: false, asked: false, signal });
    const source = await findSource(database.current.database, 's');
    const { rows } = await database.current.pool.query<{ deals: number }>(
      `SELECT count(*)::integer AS deals FROM deals WHERE status = 'active'`,
    );
    return {
      status: source?.status,
      reason: source?.status_reason,
      cursor: source?.cursor,
      deals: rows[0]?.deals,
    };
  };
};

const listedName = (advertiser: number): string => `Shop ${advertiser}`;
const categoryOf = (item: number): number => (item % 2) + 1;

test.for([
  { knowsNumbers: true, deals: 156 },
  { knowsNumbers: false, deals: 158 },
])('a page that fails costs no deal, and those that ended go: %o', async (given) => {
  const time = createFakeTime();
  const { knowsNumbers } = given;
  const { server, shelf } = await use(startProfitshare({ size: 160, knowsNumbers, now: time.now }));
  const read = await start('profitshare', time, { baseUrl: server.url, market: 'bg' });
  expect(await read()).toMatchObject({ status: 'healthy', reason: null, deals: 160 });
  // Odd items are those of shop 41.
  for (const item of [11, 12, 13, 14]) shelf.remove(item);
  let isBroken = true;
  server.misbehave(
    {
      kind: 'rewrite',
      rewrite: (body) =>
        isBroken ? body.replace(/"current_page":2(?=.*shop-35)/, '"current_page":1') : body,
    },
    { times: 99, path: '/affiliate-products' },
  );
  // Without the filter by part number, those of the shop with the page stay.
  expect(await read()).toMatchObject({
    status: 'degraded',
    reason: 'PARTS_FAILED',
    deals: given.deals,
  });
  isBroken = false;
  expect(await read()).toMatchObject({ status: 'healthy', reason: null, deals: 156 });
});

test('a shop that fails holds back no other, even if most deals are its', async () => {
  const time = createFakeTime();
  const advertisers = [35, ...Array.from({ length: 19 }, () => 41)];
  const { server, shelf } = await use(startProfitshare({ size: 160, advertisers, now: time.now }));
  const read = await start('profitshare', time, { baseUrl: server.url, market: 'bg' });
  expect(await read()).toMatchObject({ status: 'healthy', deals: 160 });
  shelf.remove(20);
  server.misbehave(
    { kind: 'rewrite', rewrite: (body) => (body.includes('shop-41') ? '{}' : body) },
    { times: 99, path: '/affiliate-products' },
  );
  expect(await read()).toMatchObject({ status: 'degraded', reason: 'PARTS_FAILED', deals: 159 });
});

const countUnread = async () => {
  const { rows } = await database.current.pool.query<{ deals: number }>(
    'SELECT count(*)::integer AS deals FROM deals WHERE unread_since < checked_at',
  );
  return rows[0]?.deals;
};

test('products that cannot be read stay, and do not count as checked', async () => {
  const time = createFakeTime();
  const { server } = await use(startProfitshare({ size: 40, now: time.now }));
  const read = await start('profitshare', time, { baseUrl: server.url, market: 'bg' });
  await read();
  let isBroken = true;
  server.misbehave(
    {
      kind: 'rewrite',
      rewrite: (body) =>
        isBroken ? body.replaceAll(/"price_(vat|discounted)":[^,}]+/g, '"price_$1":"0"') : body,
    },
    { times: 99, path: '/affiliate-products', after: 1 },
  );
  expect(await read()).toMatchObject({ status: 'healthy', deals: 40 });
  expect(await countUnread()).toBe(20);
  isBroken = false;
  expect(await read()).toMatchObject({ status: 'healthy', deals: 40 });
  expect(await countUnread()).toBe(0);
});

test('a small shop that fails keeps its deals, although its products call it otherwise', async () => {
  const time = createFakeTime();
  const advertisers = [41, ...Array.from({ length: 19 }, () => 35)];
  const { server } = await use(
    startProfitshare({ size: 160, advertisers, listedName, now: time.now }),
  );
  const read = await start('profitshare', time, { baseUrl: server.url, market: 'bg' });
  expect(await read()).toMatchObject({ status: 'healthy', deals: 160 });
  server.misbehave(
    { kind: 'rewrite', rewrite: (body) => (body.includes('shop-41') ? '{}' : body) },
    { times: 99, path: '/affiliate-products' },
  );
  expect(await read()).toMatchObject({ status: 'degraded', reason: 'PARTS_FAILED', deals: 160 });
});

test('a shop that loses most of its deals keeps them, and the others are applied', async () => {
  const time = createFakeTime();
  const { server, shelf } = await use(startProfitshare({ size: 160, now: time.now }));
  const read = await start('profitshare', time, { baseUrl: server.url, market: 'bg' });
  expect(await read()).toMatchObject({ status: 'healthy', deals: 160 });
  shelf.remove(2);
  // Odd items are those of shop 41.
  for (const item of shelf.items) if (item % 2 === 1 && item > 20) shelf.remove(item);
  const reason = 'WITHDRAWALS_HELD_BACK';
  expect(await read()).toMatchObject({ status: 'degraded', reason, deals: 159 });
});

const row = (shop: string, item: number): string =>
  `${shop};Лампа ${item};https://l.example/${shop}-${item};9.99\n`;
const rows = (shop: string, count: number): string =>
  Array.from({ length: count }, (_, item) => row(shop, item)).join('');

test('the same in one feed of several shops', async () => {
  const time = createFakeTime();
  let shops = rows('a', 60) + rows('b', 60);
  const url = await startSite((_request, response) => {
    response.end(`Advertiser name;Product name;Product affiliate link;Price with VAT\n${shops}`);
  });
  const read = await start('profitshare-csv', time, { url: `${url}/feed.csv` });
  expect(await read()).toMatchObject({ status: 'healthy', deals: 120 });
  shops = rows('a', 59) + rows('b', 6);
  const reason = 'WITHDRAWALS_HELD_BACK';
  expect(await read()).toMatchObject({ status: 'degraded', reason, deals: 119 });
});

test('an origin that fails holds back no other, even if all fares are its', async () => {
  const time = createFakeTime();
  const { server } = await use(startTravelpayouts({ now: time.now }));
  const origins = ['SOF', 'VAR'];
  const read = await start('travelpayouts', time, { baseUrl: server.url, origins });
  const { deals } = await read();
  server.misbehave({ kind: 'rewrite', rewrite: () => '{}' });
  expect(await read()).toMatchObject({ status: 'degraded', reason: 'PARTS_FAILED', deals });
});

test('a search that fails holds back no other', async () => {
  const time = createFakeTime();
  const { server } = await use(startClassifieds({ size: 120, categoryOf, now: time.now }));
  const read = await start('classifieds', time, { baseUrl: server.url, categoryIds: [1, 2] });
  expect(await read()).toMatchObject({ status: 'healthy', deals: 120 });
  // No offer was renewed for a month. Twenty of category 1, not seen for longest, are asked for.
  await database.current.pool.query(`
    UPDATE deals SET checked_at = now() - CASE
      WHEN source_part LIKE 'category 1,%' THEN interval '41 days' ELSE interval '31 days' END`);
  server.misbehave({ kind: 'status', status: 500 }, { after: 1, times: 5 });
  expect(await read()).toMatchObject({ status: 'degraded', reason: 'PARTS_FAILED' });
  const { rows } = await database.current.pool.query(`
    SELECT source_part, count(*)::integer AS deals FROM deals
     WHERE status = 'active' GROUP BY 1 ORDER BY 1`);
  expect(rows).toEqual([
    { source_part: 'category 1, region any', deals: 20 },
    { source_part: 'category 2, region any', deals: 60 },
  ]);
});

test('what a failing search missed is read by the next reading', async () => {
  const time = createFakeTime();
  const { server } = await use(startClassifieds({ size: 120, now: time.now }));
  const read = await start('classifieds', time, { baseUrl: server.url, categoryIds: [1, 2] });
  server.misbehave({ kind: 'status', status: 500 }, { after: 3, times: 5 });
  expect(await read()).toMatchObject({
    status: 'degraded',
    reason: 'PARTS_FAILED',
    cursor: { segment: 0, path: null, behind: expect.stringContaining('category 2') },
  });
  expect(await read()).toMatchObject({ status: 'healthy', reason: null, cursor: null });
});
