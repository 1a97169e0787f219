import { expect, test } from 'vitest';
import { createFakeTime, readSource, useReplay } from '#test/connector-harness.ts';
import { startProfitshare, type ProfitshareOptions } from '#test/replay/profitshare.ts';
import { profitshare } from './profitshare.ts';

const use = useReplay();

const start = async (options: ProfitshareOptions) => {
  const time = createFakeTime();
  const replay = await use(startProfitshare({ now: time.now, ...options }));
  const read = (more: object = {}) =>
    readSource(profitshare, { baseUrl: replay.server.url }, { time, ...more });
  return { ...replay, read };
};

test('a page that fails costs its own products only', async () => {
  const { read, server } = await start({ size: 90, advertisers: [35] });
  server.misbehave(
    { kind: 'status', status: 500 },
    { after: 1, times: 5, path: '/affiliate-products' },
  );
  const { error, deals, failedParts, cursors } = await read();
  // It was requested again after the others.
  expect(error).toBeNull();
  expect(deals).toHaveLength(90);
  expect(failedParts.size).toBe(0);
  expect(cursors.at(-1)).toEqual({ advertiser: '35', page: 5, failed: '' });
  // Interrupted before that, the reading does not prove that its deals are gone.
  const rest = await read({ cursor: cursors[1] });
  expect(rest.error).toBeNull();
  expect([...rest.failedParts]).toEqual([
    ['shop-35.example.bg', expect.stringMatching(/^35, Page 2: /)],
  ]);
});

test('a page that keeps failing leaves the deals of its shop, and every other page counts', async () => {
  const { read, server } = await start({ size: 180, advertisers: [35, 41] });
  server.misbehave(
    {
      kind: 'rewrite',
      rewrite: (body) => body.replace(/"current_page":3(?=.*shop-35)/, '"current_page":1'),
    },
    { times: 99, path: '/affiliate-products' },
  );
  const { error, deals, failedParts } = await read();
  expect(error).toBeNull();
  expect(deals).toHaveLength(160);
  expect([...failedParts]).toEqual([
    ['shop-35.example.bg', expect.stringMatching(/^35, Page 3: .*page 1 came/)],
  ]);
});

test('deals that no page showed are requested by their part numbers, sixty at most', async () => {
  const { read, server, shelf } = await start({
    size: 180,
    advertisers: [35],
    limited: false,
  });
  const all = (await read()).deals;
  server.misbehave(
    {
      kind: 'rewrite',
      rewrite: (body) => body.replaceAll(/"current_page":[357]/g, '"current_page":1'),
    },
    { times: 99, path: '/affiliate-products' },
  );
  shelf.remove(41);
  const before = server.requests.length;
  const unseenOfPart = [
    { externalId: 'x', mpn: null },
    { externalId: 'y', mpn: 'A&B' },
    ...all.slice(40),
  ];
  const { deals, rejected, error, failedParts } = await read({ unseenOfPart });
  expect(error).toBeNull();
  expect(failedParts.size).toBe(1);
  // Three pages of twenty are missing; the first product of them ended.
  expect(deals).toHaveLength(119 + 59);
  expect(rejected).toMatchObject([{ id: all[40]?.externalId, reason: 'expired' }]);
  const numbers = server.requests
    .slice(before)
    .flatMap(({ url }) => url.searchParams.get('filters[part_no]') ?? []);
  // The first one proves that the filter works.
  expect(numbers.slice(0, 2)).toEqual(['LX-1', 'LX-41']);
  expect(numbers).toHaveLength(61);
});

test('a page that lost most of its products is no proof that they ended', async () => {
  const { read, server } = await start({ size: 90, advertisers: [35] });
  server.misbehave(
    {
      kind: 'rewrite',
      rewrite: (body) => {
        const page: { result: { current_page: number; products: unknown[] } } = JSON.parse(body);
        if (page.result.current_page === 3) page.result.products.splice(2);
        return JSON.stringify(page);
      },
    },
    { times: 99, path: '/affiliate-products' },
  );
  const { error, deals, failedParts } = await read();
  expect(error).toBeNull();
  expect(deals).toHaveLength(72);
  expect([...failedParts.values()]).toEqual(['35, Page 3: 2 items, elsewhere 20.']);
});
