import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { listFavorites } from '@izgodno/contract/engagement/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import * as calls from '@izgodno/contract/watched-pages/calls';
import { groupOffers } from '#features/deals/api.ts';
import { keyOf } from '#features/sources/records/draft-fields.ts';
import type { OfferOnPage } from '#features/sources/api.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { eraseEndedPagesJob, readPagesJob } from './api.ts';

const users = provideUsersApp();
let who: Member;
let url: string;
let pages = 0;

const show = (offer: Partial<OfferOnPage> = {}, at = url) =>
  users.current.shopPages.set(at, {
    kind: 'offer',
    offer: {
      url: at,
      key: keyOf(at),
      title: 'Кафемашина Krups EA8108',
      description: '',
      price: { amount: 100_00, currency: 'EUR' },
      originalPrice: null,
      category: 'electronics',
      condition: 'new',
      images: ['https://shop.example/1.jpg'],
      brand: 'Krups',
      gtin: null,
      mpn: null,
      inStock: true,
      merchant: 'Магазин',
      ...offer,
    },
  });

const watch = (by = who, at = url) =>
  users.current.ask(calls.watchPage, { token: by.token, body: { url: at } });

const rejected = (by = who, at = url) =>
  users.current.rejection(calls.watchPage, { token: by.token, body: { url: at } });

const pagesOf = async (by = who) =>
  (await users.current.ask(calls.listWatchedPages, { token: by.token })).pages;

const noticesOf = async (by = who) => {
  const { notices } = await users.current.ask(listNotices, { token: by.token, query: {} });
  return notices.map(({ content }) => content);
};

/** Ages every page, because sessions would end if the clock advanced. */
const age = async (ms: number) => {
  const time = sql`make_interval(secs => ${ms / 1_000})`;
  await users.current.database.database
    .updateTable('watched_pages')
    .set({ due_at: sql`due_at - ${time}`, failing_since: sql`failing_since - ${time}` })
    .execute();
  // Notices of the same moment have no order.
  users.current.time += 1_000;
};

/** Reads the pages that are due after some time. */
const readAfter = async (ms = 6 * HOUR_MS) => {
  await age(ms);
  await users.current.jobs.fire(readPagesJob.name);
};

beforeAll(() => insertSources(users.current.database.database));

beforeEach(async () => {
  // A test of an earlier page reads it as well.
  await users.current.database.database.deleteFrom('watched_pages').execute();
  who = await users.current.member();
  url = `https://shop.example/product/${(pages += 1)}`;
  show();
});

describe('a watched page', () => {
  test('is in the list of its user, and in no list of deals', async () => {
    const { watched } = await watch();
    expect(watched).toMatchObject({ kind: 'page', page: { url, inStock: true } });
    expect(await pagesOf()).toMatchObject([
      { title: 'Кафемашина Krups EA8108', firstPrice: { amount: 100_00 }, merchant: 'Магазин' },
    ]);
    const other = await users.current.member();
    expect(await pagesOf(other)).toEqual([]);
    const { total } = await users.current.ask(listDeals, { query: { q: 'кафемашина' } });
    expect(total).toBe(0);
    const { watchedPages } = await users.current.ask(exportAccount, { token: who.token });
    expect(watchedPages).toMatchObject([{ url }]);
  });

  test('is watched once, however often its link is pasted', async () => {
    await watch();
    show({ price: { amount: 90_00, currency: 'EUR' } });
    await watch();
    expect(await pagesOf()).toMatchObject([
      { price: { amount: 90_00 }, firstPrice: { amount: 100_00 } },
    ]);
  });

  test('is read every six hours, once for all who watch it', async () => {
    const other = await users.current.member();
    await watch();
    await watch(other);
    show({ price: { amount: 79_99, currency: 'EUR' } });
    await readAfter(5 * HOUR_MS);
    expect(await noticesOf()).toEqual([]);
    await readAfter(HOUR_MS);
    const drop = {
      kind: 'watched_page',
      page: { title: 'Кафемашина Krups EA8108', price: { amount: 79_99 } },
      what: { change: 'price_drop', oldPrice: { amount: 100_00 } },
    };
    expect(await noticesOf()).toMatchObject([drop]);
    expect(await noticesOf(other)).toMatchObject([drop]);
    await readAfter();
    expect(await noticesOf()).toHaveLength(1);
  });

  test('is read again after the clock was a year ahead', async () => {
    await watch();
    show({ price: { amount: 90_00, currency: 'EUR' } });
    await readAfter(-365 * DAY_MS);
    expect(await pagesOf()).toMatchObject([{ price: { amount: 90_00 } }]);
  });

  test('notifies by mail with both prices', async () => {
    await watch();
    show({ price: { amount: 79_99, currency: 'EUR' } });
    await readAfter();
    await users.current.jobs.fire('notices.deliver');
    const mails = users.current.mails.filter(({ to }) => to === who.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('€100.00 → €79.99');
    expect(mails[0]?.text).toContain('/favorites/watched');
  });

  test('says that it sold out, and that it is back at a lower price', async () => {
    await watch();
    show({ inStock: false, price: { amount: 10_00, currency: 'EUR' } });
    await readAfter();
    show({ inStock: true, price: { amount: 90_00, currency: 'EUR' } });
    await readAfter();
    expect((await noticesOf()).map((content) => 'what' in content && content.what.change)).toEqual([
      'back_in_stock',
      'sold_out',
    ]);
  });

  test('at the same price in another currency is not cheaper', async () => {
    await watch();
    show({ price: { amount: 195_58, currency: 'BGN' } });
    await readAfter();
    expect(await noticesOf()).toEqual([]);
    show({ price: { amount: 195_00, currency: 'BGN' } });
    await readAfter();
    expect(await noticesOf()).toHaveLength(1);
  });

  test('ends when it shows another product, and can be watched again with that', async () => {
    await watch();
    show({ title: 'Тостер Bosch TAT6A', price: { amount: 1_00, currency: 'EUR' } });
    await readAfter();
    expect(await noticesOf()).toMatchObject([
      { page: { title: 'Кафемашина Krups EA8108' }, what: { change: 'other_product' } },
    ]);
    expect(await pagesOf()).toMatchObject([
      { title: 'Кафемашина Krups EA8108', price: { amount: 100_00 }, end: 'other_product' },
    ]);
    show({ title: 'Тостер Bosch TAT6A', price: { amount: 50, currency: 'EUR' } });
    await readAfter();
    expect(await noticesOf()).toHaveLength(1);
    await watch();
    const again = await pagesOf();
    expect(again).toMatchObject([{ title: 'Тостер Bosch TAT6A' }]);
    expect(again[0]).not.toHaveProperty('end');
  });

  test('that ended is erased once no user watches it', async () => {
    const other = await users.current.member();
    await watch();
    await watch(other);
    show({ title: 'Прахосмукачка Rowenta X5', brand: 'Rowenta', mpn: 'X5' });
    await readAfter();
    const stored = () =>
      users.current.database.database.selectFrom('watched_pages').select('id').execute();
    for (const [by, left] of [
      [who, 1],
      [other, 0],
    ] as const) {
      const [page] = await pagesOf(by);
      const params = { id: page?.id ?? '' };
      await users.current.ask(calls.unwatchPage, { token: by.token, params });
      await users.current.jobs.fire(eraseEndedPagesJob.name);
      expect(await stored()).toHaveLength(left);
    }
  });

  test('outlives bad days of its shop, and ends after three of them', async () => {
    await watch();
    users.current.shopPages.delete(url);
    await readAfter(2 * DAY_MS);
    show();
    await readAfter();
    users.current.shopPages.set(url, { kind: 'none', why: 'no_product' });
    await readAfter();
    await readAfter(2 * DAY_MS);
    expect(await noticesOf()).toEqual([]);
    await readAfter(DAY_MS);
    expect(await noticesOf()).toMatchObject([{ what: { change: 'unavailable' } }]);
    expect(await pagesOf()).toMatchObject([{ end: 'unavailable' }]);
  });

  test('is no longer read without users who watch it', async () => {
    const { watched } = await watch();
    const id = watched.kind === 'page' ? watched.page.id : '';
    const stranger = await users.current.member();
    const request = { params: { id } };
    await users.current.ask(calls.unwatchPage, { token: stranger.token, ...request });
    expect(await pagesOf()).toHaveLength(1);
    await users.current.ask(calls.unwatchPage, { token: who.token, ...request });
    expect(await pagesOf()).toEqual([]);
    await readAfter();
    const { database } = users.current.database;
    expect(await database.selectFrom('watched_pages').selectAll().execute()).toEqual([]);
  });

  test('is read again after a process that was killed while it read', async () => {
    await watch();
    show({ price: { amount: 79_99, currency: 'EUR' } });
    await age(6 * HOUR_MS);
    const { shopPages } = users.current;
    const killed = new Error('The process was killed.');
    const get = shopPages.get.bind(shopPages);
    shopPages.get = () => {
      throw killed;
    };
    await expect(users.current.jobs.fire(readPagesJob.name)).rejects.toThrow(killed);
    shopPages.get = get;
    await readAfter(0);
    expect(await noticesOf()).toEqual([]);
    await readAfter(HOUR_MS);
    expect(await noticesOf()).toHaveLength(1);
  });
});

test('a page that is the deal of a source becomes a favourite', async () => {
  const { database } = users.current.database;
  const [id = 0] = await insertDeals(database, [
    aDeal({ title: 'Кафемашина Krups EA8108', link: `${url}?utm_source=feed`, condition: 'new' }),
  ]);
  await database.insertInto('offers_to_group').values({ deal_id: id }).execute();
  await groupOffers(database);
  expect((await watch()).watched).toMatchObject({ kind: 'deal', deal: { id: String(id) } });
  expect(await pagesOf()).toEqual([]);
  const { items } = await users.current.ask(listFavorites, { token: who.token, query: {} });
  expect(items.map((deal) => deal.id)).toEqual([String(id)]);
});

test.each([
  ['unreadable', 'link_unreadable'],
  ['forbidden', 'link_forbidden'],
  ['no_product', 'link_without_product'],
] as const)('a page that is %s is rejected with its reason', async (why, code) => {
  users.current.shopPages.set(url, { kind: 'none', why });
  expect(await rejected()).toMatchObject({ status: 422, code });
});

test('the number of watched pages is limited; one of them can be pasted again', async () => {
  await watch();
  const { database } = users.current.database;
  await sql`
    WITH copies AS (
      INSERT INTO watched_pages (url, key, title, merchant, price_amount, price_currency, in_stock, read_at, due_at)
      SELECT url, key || number, title, merchant, price_amount, price_currency, in_stock, read_at, due_at
        FROM watched_pages, generate_series(2, ${calls.MAX_WATCHED_PAGES}) AS number
      RETURNING id
    )
    INSERT INTO page_watches
    SELECT ${who.id}, id, 1, 'EUR', now() FROM copies`.execute(database);
  const other = `${url}/other`;
  show({}, other);
  expect((await rejected(who, other)).code).toBe('limit_reached');
  await watch();
  expect(await pagesOf()).toHaveLength(calls.MAX_WATCHED_PAGES);
});
