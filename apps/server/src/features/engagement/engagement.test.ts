import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import {
  addFavorite,
  likeDeal,
  listEngagement,
  listFavorites,
  removeFavorite,
  unlikeDeal,
  viewDeal,
} from '@izgodno/contract/engagement/calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { aDeal, insertDeals, insertSources, type NewDeal, updateDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { VIEWS_A_NETWORK } from './views.ts';
import { VIEWS_STORED_DAYS } from './popularity.ts';

const users = provideUsersApp();
let member: Member;

const insert = async (given: Partial<NewDeal> = {}): Promise<string> => {
  const [id] = await insertDeals(users.current.database.database, [aDeal(given)]);
  return String(id);
};

/** Changes a deal like an import. */
const change = async (id: string, to: Partial<NewDeal>): Promise<void> => {
  const { database } = users.current.database;
  await updateDeal(database, Number(id), to);
};

const view = (id: string, options: object = {}) =>
  users.current.ask(viewDeal, { params: { id }, ...options });

const keep = (who: Member, id: string) =>
  users.current.ask(addFavorite, { token: who.token, params: { id } });

const alerts = async () => {
  // Notices of the same moment have no order.
  users.current.time += 1_000;
  await users.current.jobs.fire('favorites.alert');
};

const notified = async (who: Member) => {
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  return notices.map(({ content }) => content);
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  member = await users.current.member();
  await alerts();
});

describe('favourites', () => {
  test('are added once, listed last added first by status, and removed', async () => {
    const who = await users.current.member();
    const one = await insert({ title: 'One' });
    const two = await insert({ title: 'Two', category: 'sports' });
    const removed = await insert();
    expect(await keep(who, one)).toMatchObject({ favorite: true, favorites: 1 });
    expect(await keep(who, one)).toMatchObject({ favorite: true, favorites: 1 });
    users.current.time += 1_000;
    await keep(who, two);
    await keep(who, removed);
    await change(one, { status: 'expired' });
    await change(removed, { status: 'deleted', deleted_at: '2026-11-21T00:00:00Z' });

    const list = (status?: string) =>
      users.current.ask(listFavorites, {
        token: who.token,
        query: status === undefined ? {} : { status },
      });
    const all = await list();
    expect(all.items).toMatchObject([
      { id: two, favorite: true },
      { id: one, favorite: true },
    ]);
    expect(all.counts).toEqual({ active: 1, sold: 0, expired: 1, deleted: 1 });
    expect((await list('expired')).items.map(({ id }) => id)).toEqual([one]);

    const options = { token: who.token, params: { id: one } };
    expect(await users.current.ask(removeFavorite, options)).toMatchObject({
      favorite: false,
      favorites: 0,
    });
    expect((await list()).items.map(({ id }) => id)).toEqual([two]);
  });

  test('need a sign-in and a deal', async () => {
    const id = await insert();
    expect(await users.current.rejection(addFavorite, { params: { id } })).toMatchObject({
      status: 401,
    });
    expect(
      await users.current.rejection(addFavorite, {
        token: member.token,
        params: { id: '987654321' },
      }),
    ).toMatchObject({ status: 404 });
  });
});

describe('likes', () => {
  test('count once for each user, show in lists, and can be removed', async () => {
    const id = await insert({ title: 'Харесвана витрина' });
    const second = await users.current.member();
    const like = (who: Member) => users.current.ask(likeDeal, { token: who.token, params: { id } });
    await like(member);
    await like(member);
    expect(await like(second)).toMatchObject({ likes: 2, liked: true });
    const { items } = await users.current.ask(listDeals, { query: { q: 'харесвана витрина' } });
    expect(items).toMatchObject([{ likes: 2 }]);
    const taken = await users.current.ask(unlikeDeal, { token: second.token, params: { id } });
    expect(taken).toMatchObject({ likes: 1, liked: false });
  });

  test('that are taken back are missing on the day on which they were given', async () => {
    const id = await insert({ title: 'Харесвана вчера' });
    const who = { token: member.token, params: { id } };
    await users.current.ask(likeDeal, who);
    await users.current.ask(addFavorite, who);
    const { database } = users.current.database;
    const yesterday = new Date(users.current.time - DAY_MS);
    for (const table of ['deal_likes', 'favorites'] as const)
      await database
        .updateTable(table)
        .set({ created_at: yesterday })
        .where('deal_id', '=', Number(id))
        .execute();
    await database
      .updateTable('deal_daily_counts')
      .set({ day: yesterday.toISOString().slice(0, 10) })
      .where('deal_id', '=', Number(id))
      .execute();
    await users.current.ask(unlikeDeal, who);
    await users.current.ask(removeFavorite, who);
    const days = await database
      .selectFrom('deal_daily_counts')
      .select(['likes', 'favorites'])
      .where('deal_id', '=', Number(id))
      .execute();
    expect(days).toEqual([{ likes: 0, favorites: 0 }]);
  });

  test('of a deleted account no longer count', async () => {
    const id = await insert({ title: 'Харесвана от двама' });
    const leaving = await users.current.member();
    for (const { token } of [member, leaving]) {
      await users.current.ask(likeDeal, { token, params: { id } });
      await users.current.ask(addFavorite, { token, params: { id } });
    }
    const body = { currentPassword: 'zebra-lamp-4217' };
    await users.current.ask(deleteAccount, { token: leaving.token, body });
    const { items } = await users.current.ask(listDeals, { query: { q: 'харесвана от двама' } });
    expect(items).toMatchObject([{ likes: 1 }]);
    const days = await users.current.database.database
      .selectFrom('deal_daily_counts')
      .select(['likes', 'favorites'])
      .where('deal_id', '=', Number(id))
      .execute();
    expect(days).toEqual([{ likes: 1, favorites: 1 }]);
  });
});

const popularityOf = async (id: string): Promise<number> => {
  await users.current.jobs.fire('deals.refresh-popularity');
  const { popularity } = await users.current.database.database
    .selectFrom('deals')
    .select('popularity')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  return popularity;
};

/** Views from a range of addresses. */
const viewFrom = async (id: string, from: number, to: number) => {
  for (let at = from; at < to; at += 1) await view(id, { ip: `203.0.113.${at}` });
};

describe('popularity', () => {
  test('grows by a step when the networks double, and decays', async () => {
    const id = await insert();
    await viewFrom(id, 0, 4);
    expect(await popularityOf(id)).toBe(0);
    await viewFrom(id, 4, 5);
    expect(await popularityOf(id)).toBe(1);
    await viewFrom(id, 5, 10);
    expect(await popularityOf(id)).toBe(2);
    users.current.time += 3 * DAY_MS;
    expect(await popularityOf(id)).toBe(1);
    users.current.time += 3 * DAY_MS;
    expect(await popularityOf(id)).toBe(0);
    users.current.time -= 6 * DAY_MS;
  });

  test('is not made by one network, whatever its browsers and days', async () => {
    const id = await insert();
    for (let day = 0; day < 8; day += 1) {
      for (const agent of ['Firefox', 'Safari', 'Opera']) {
        await view(id, { ip: '203.0.113.9', headers: { 'user-agent': agent } });
      }
      users.current.time += DAY_MS;
    }
    users.current.time -= DAY_MS;
    expect(await popularityOf(id)).toBe(0);
    users.current.time -= 7 * DAY_MS;
  });

  test('has a bound for visitors who are not signed in', async () => {
    const id = await insert();
    await viewFrom(id, 0, 60);
    expect(await popularityOf(id)).toBe(3);
    const { database } = users.current.database;
    await database
      .updateTable('deal_views')
      .set({ signed_in: true })
      .where('deal_id', '=', Number(id))
      .execute();
    expect(await popularityOf(id)).toBe(4);
  });

  test('is of the product that several offers share', async () => {
    const shown = await insert();
    const other = await insert({ represented_by: Number(shown) });
    await viewFrom(other, 0, 3);
    await viewFrom(shown, 3, 5);
    expect(await popularityOf(shown)).toBe(1);
    expect(await popularityOf(other)).toBe(0);
  });

  test('changes only deals whose step differs', async () => {
    const id = await insert();
    await viewFrom(id, 0, 5);
    await popularityOf(id);
    const version = async () => {
      const { change_seq } = await users.current.database.database
        .selectFrom('deals')
        .select('change_seq')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow();
      return change_seq;
    };
    const before = await version();
    await viewFrom(id, 5, 8);
    expect(await popularityOf(id)).toBe(1);
    expect(await version()).toBe(before);
  });
});

describe('views', () => {
  test('count once for each user or visitor and day', async () => {
    const id = await insert();
    const agents = [{ 'user-agent': 'Firefox' }, { 'user-agent': 'Safari' }];
    for (const headers of [...agents, ...agents]) await view(id, { headers, ip: '203.0.113.5' });
    await view(id, { headers: agents[0], ip: '203.0.113.6' });
    await view(id, { token: member.token, ip: '203.0.113.7' });
    expect(await view(id, { token: member.token, ip: '203.0.113.8' })).toMatchObject({
      views: 4,
    });
    users.current.time += 24 * 60 * 60_000;
    expect(await view(id, { headers: agents[0], ip: '203.0.113.6' })).toMatchObject({
      views: 5,
    });
    users.current.time -= 24 * 60 * 60_000;
  });

  test('of one network count a few times a day, whatever its browsers', async () => {
    const id = await insert();
    const from = (ip: string) =>
      Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          view(id, { ip, headers: { 'user-agent': `x${at}` } }),
        ),
      );
    await from('203.0.113.20');
    expect(await view(id, { ip: '203.0.113.20' })).toMatchObject({ views: VIEWS_A_NETWORK });
    // A home has all networks of an IPv6 /56.
    for (let network = 10; network < 20; network += 1)
      await view(id, { ip: `2001:db8:1:${network}::1` });
    expect(await view(id, { ip: '203.0.113.20' })).toMatchObject({ views: 2 * VIEWS_A_NETWORK });
    // Other networks count.
    expect(await view(id, { token: member.token, ip: '203.0.113.21' })).toMatchObject({
      views: 2 * VIEWS_A_NETWORK + 1,
    });
  });

  test('are stored for the promised days, on which popularity reads them', async () => {
    const id = await insert();
    await view(id);
    const { time } = users.current;
    const storedAfter = async (days: number) => {
      users.current.time = time + days * DAY_MS;
      await users.current.jobs.fire('deals.forget-viewers');
      users.current.time = time;
      const { database } = users.current.database;
      const rows = await database
        .selectFrom('deal_views')
        .select('deal_id')
        .where('deal_id', '=', Number(id))
        .execute();
      return rows.length;
    };
    expect(await storedAfter(VIEWS_STORED_DAYS - 1)).toBe(1);
    expect(await storedAfter(VIEWS_STORED_DAYS)).toBe(0);
  });

  test('of sellers on their own deals do not count', async () => {
    const { deal } = await users.current.ask(createDeal, {
      token: member.token,
      body: { title: 'Моето', price: { amount: 1, currency: 'EUR' }, category: 'other' },
    });
    expect(await view(deal.id, { token: member.token })).toMatchObject({ views: 0 });
  });

  test('reach lists when they are announced', async () => {
    const id = await insert({ title: 'Гледана картина' });
    const read = async () =>
      (await users.current.ask(listDeals, { query: { q: 'гледана картина' } })).items[0]?.views;
    expect(await read()).toBe(0);
    await view(id);
    await users.current.jobs.fire('deals.announce-counts');
    expect(await read()).toBe(1);
  });
});

test('engagement is returned for the requested deals, and for all with any', async () => {
  const [favorite, liked, neither] = [await insert(), await insert(), await insert()];
  await keep(member, favorite);
  await users.current.ask(likeDeal, { token: member.token, params: { id: liked } });
  const { marks } = await users.current.ask(listEngagement, {
    token: member.token,
    query: { ids: [favorite, liked, neither] },
  });
  expect(marks).toEqual([
    { id: favorite, favorite: true, liked: false, markedExpired: false, vote: 0 },
    { id: liked, favorite: false, liked: true, markedExpired: false, vote: 0 },
  ]);
});

describe('users are notified of their favourites', () => {
  test('when the price drops, exactly once for each drop', async () => {
    const who = await users.current.member();
    const id = await insert({ title: 'Кафемашина', price_amount: 100_00, price_eur: 100_00 });
    await keep(who, id);
    await change(id, { price_amount: 80_00, price_eur: 80_00 });
    await Promise.all([alerts(), alerts()]);
    await alerts();
    await change(id, { title: 'Кафемашина 2' });
    await alerts();
    expect(await notified(who)).toEqual([
      {
        kind: 'price_drop',
        deal: { id, title: 'Кафемашина', price: { amount: 80_00, currency: 'EUR' } },
        oldPrice: { amount: 100_00, currency: 'EUR' },
      },
    ]);
    await change(id, { price_amount: 90_00, price_eur: 90_00 });
    await alerts();
    await change(id, { price_amount: 70_00, price_eur: 70_00 });
    await alerts();
    expect(await notified(who)).toMatchObject([
      { kind: 'price_drop', oldPrice: { amount: 90_00 } },
      { kind: 'price_drop', oldPrice: { amount: 100_00 } },
    ]);
  });

  test('when it is sold out and back, unavailable and back', async () => {
    const who = await users.current.member();
    const id = await insert();
    await keep(who, id);
    for (const to of [
      { availability: 'out_of_stock' },
      { availability: 'in_stock' },
      { status: 'expired' },
      { status: 'active' },
    ] as const) {
      users.current.time += 1_000;
      await change(id, to);
      await alerts();
    }
    expect((await notified(who)).map(({ kind }) => kind)).toEqual([
      'back_in_stock',
      'no_longer_available',
      'back_in_stock',
    ]);
  });

  test('also of a change that is committed late, after others and many runs', async () => {
    const who = await users.current.member();
    const { pool } = users.current.database;
    const [late, early] = [await insert(), await insert()];
    await keep(who, late);
    await alerts();
    const slow = await pool.connect();
    await slow.query('BEGIN');
    await slow.query(
      `UPDATE deals SET price_amount = 100, price_eur = 100, change_seq = nextval('deal_change_seq') WHERE id = $1`,
      [late],
    );
    for (let run = 0; run < 3; run += 1) {
      await change(early, { title: `Overtakes ${run}` });
      users.current.time += 10 * 60_000;
      await alerts();
    }
    await slow.query('COMMIT');
    slow.release();
    await alerts();
    expect((await notified(who)).map(({ kind }) => kind)).toEqual(['price_drop']);
  });

  test('but not of their own deals', async () => {
    const who = await users.current.member();
    const id = await insert({ seller_id: who.id });
    await keep(who, id);
    await change(id, { price_amount: 9_00, price_eur: 9_00 });
    await alerts();
    await change(id, { status: 'sold' });
    await alerts();
    expect(await notified(who)).toEqual([]);
  });

  test('but not of deals that are no favourites', async () => {
    const who = await users.current.member();
    const id = await insert({ price_amount: 50_00, price_eur: 50_00 });
    await change(id, { price_amount: 40_00, price_eur: 40_00 });
    await alerts();
    expect(await notified(who)).toEqual([]);
    const { deal } = await users.current.ask(getDeal, { params: { id } });
    expect(deal.price.amount).toBe(40_00);
  });
});
