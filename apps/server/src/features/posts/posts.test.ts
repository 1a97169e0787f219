import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import {
  changeDealStatus,
  createDeal,
  deleteDeal,
  findPossibleDuplicates,
  getDealDraft,
  listMyDeals,
  listSellerDeals,
  restoreDeal,
  RESTORE_WINDOW_MS,
  updateDeal,
} from '@izgodno/contract/posts/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();

const aDraft = {
  title: 'Колело Cross, 26 цола',
  price: { amount: 120_00, currency: 'EUR' },
  category: 'sports',
};

let seller: Member;
let other: Member;
let moderator: Member;

const post = async (given: object = {}, who: Member = seller) =>
  (
    await users.current.ask(createDeal, {
      token: who.token,
      body: { ...aDraft, ...given },
    })
  ).deal;

const countFound = async (q: string): Promise<number> =>
  (await users.current.ask(listDeals, { query: { q } })).total;

const errorsOf = async (body: object) => {
  const { status, code, fields } = await users.current.rejection(createDeal, {
    token: seller.token,
    body: { ...aDraft, ...body },
  });
  expect({ status, code }).toEqual({ status: 400, code: 'validation_failed' });
  return fields;
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  seller = await users.current.member();
  other = await users.current.member();
  moderator = await users.current.member('moderator');
});

describe('posting a deal', () => {
  test('applies the defaults, and names the seller', async () => {
    const deal = await post();
    expect(deal).toMatchObject({
      title: aDraft.title,
      price: aDraft.price,
      condition: 'good',
      tags: [],
      media: [],
      source: { id: 'users', group: 'marketplace' },
      seller: { id: seller.id, name: seller.name },
      status: 'active',
      inStock: true,
    });
    const read = await users.current.ask(getDeal, { params: { id: deal.id } });
    expect(read.deal).toEqual({ ...deal, priceVerdict: { code: 'not_enough_history', days: 0 } });
  });

  test('makes it findable at once', async () => {
    const deal = await post({ title: 'Велосипед Драг Хакер' });
    const found = await users.current.ask(listDeals, { query: { q: 'drag haker' } });
    expect(found.items.map(({ id }) => id)).toEqual([deal.id]);
  });

  test('happens once for each client id, also if sent again or twice concurrently', async () => {
    const clientId = crypto.randomUUID();
    const title = 'Колело с двойна спирачка';
    const posts = await Promise.all([post({ title, clientId }), post({ title, clientId })]);
    const again = await post({ title, clientId });
    expect(new Set([...posts, again].map(({ id }) => id)).size).toBe(1);
    expect(await countFound('двойна спирачка')).toBe(1);

    const corrected = await post({ title: `${title}, синьо`, clientId });
    expect(corrected).toMatchObject({ id: again.id, title: `${title}, синьо` });
    const others = await post({ title, clientId }, other);
    expect(others.id).not.toBe(again.id);
  });

  test('shows the price when new as a claim, without a discount', async () => {
    const deal = await post({
      originalPrice: { amount: 200_00, currency: 'EUR' },
      delivery: { amount: 5_00, currency: 'EUR' },
    });
    expect(deal.total).toEqual({ amount: deal.price.amount + 5_00, currency: 'EUR' });
    expect(deal).toMatchObject({
      claim: { price: { amount: 200_00, currency: 'EUR' }, by: expect.any(String) },
    });
    expect(deal).not.toHaveProperty('discountPercent');
  });

  test('keeps markup as text, and letters in the written order', async () => {
    const deal = await post({
      title: '<script>alert(1)</script> \u202Eдюнам\u2066',
      description: '\u202E<b>a</b>\r\nb',
      tags: ['<i>', '#Град\u202E'],
    });
    expect(deal).toMatchObject({
      title: '<script>alert(1)</script> дюнам',
      description: '<b>a</b>\nb',
      tags: ['<i>', 'град'],
    });
  });

  test('stores each tag once, normalised', async () => {
    const deal = await post({ tags: ['  Градско  колело ', '#градско колело', '26"'] });
    expect(deal.tags).toEqual(['градско колело', '26"']);
  });

  test.for([
    [{ price: { amount: -1, currency: 'EUR' } }, 'price.amount'],
    [{ price: { amount: 10.5, currency: 'EUR' } }, 'price.amount'],
    [{ price: { amount: 1, currency: 'USD' } }, 'price.currency'],
    [{ title: 'я'.repeat(5_000) }, 'title'],
    [{ title: '  \n ' }, 'title'],
    [{ title: '\u202E\u202E\u202E' }, 'title'],
    [{ title: '\u200B\u200B\u200B' }, 'title'],
    [{ title: 'нула \0 знак' }, 'title'],
    [{ title: 'ab\u0007cd' }, 'title'],
    [{ description: 'x'.repeat(5_001) }, 'description'],
    [{ tags: Array.from({ length: 200 }, (_, index) => `tag ${index}`) }, 'tags'],
    [{ tags: ['🚲🚲'] }, 'tags.0'],
    [{ tags: ['a,b'] }, 'tags.0'],
    [{ category: 'bicycles' }, 'category'],
    [{ location: 'atlantis' }, 'location'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ media: ['0190f2d4-0000-7000-8000-000000000000'] }, 'media'],
    [{ originalPrice: { amount: 120_00, currency: 'EUR' } }, 'originalPrice'],
    [{ originalPrice: { amount: 900_00, currency: 'BGN' } }, 'originalPrice'],
    [{ expiresAt: '2026-11-20T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: '2028-11-20T00:00:00Z' }, 'expiresAt'],
  ] as const)('rejects %j, naming %s', async ([body, field]) => {
    expect(await errorsOf(body)).toEqual([field]);
  });

  test('needs a sign-in', async () => {
    expect(await users.current.rejection(createDeal, { body: aDraft })).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
  });
});

describe('changing a deal', () => {
  test('changes the given fields and keeps the rest; a new price is recorded', async () => {
    const deal = await post({ tags: ['кола'], description: 'стара' });
    const { deal: changed } = await users.current.ask(updateDeal, {
      token: seller.token,
      params: { id: deal.id },
      body: { price: { amount: 90_00, currency: 'EUR' }, description: 'нова' },
    });
    expect(changed).toEqual({
      ...deal,
      price: { amount: 90_00, currency: 'EUR' },
      description: 'нова',
    });
    const observed = await users.current.database.database
      .selectFrom('price_observations')
      .select('price_amount')
      .where('deal_id', '=', Number(deal.id))
      .orderBy('price_amount')
      .execute();
    expect(observed.at(0)?.price_amount).toBe(90_00);
  });

  test('returns the draft as it would be posted again', async () => {
    const deal = await post({ location: 'sofia', tags: ['a1'], link: 'https://shop.bg/a?b=1' });
    const { draft, status } = await users.current.ask(getDealDraft, {
      token: seller.token,
      params: { id: deal.id },
    });
    expect(status).toBe('active');
    expect(draft).toMatchObject({
      ...aDraft,
      location: 'sofia',
      tags: ['a1'],
      link: 'https://shop.bg/a?b=1',
    });
    const again = await users.current.ask(createDeal, { token: seller.token, body: draft });
    expect({ ...again.deal, id: deal.id }).toEqual(deal);
  });
});

describe("another user's deal", () => {
  const attempts = [
    [getDealDraft, {}],
    [updateDeal, { body: { title: 'Мое вече' } }],
    [deleteDeal, {}],
    [restoreDeal, {}],
    [changeDealStatus, { body: { status: 'sold' } }],
    [changeDealStatus, { body: { status: 'active' } }],
  ] as const;

  test.for(attempts)('cannot be changed: $0.method $0.path', async ([call, options]) => {
    const deal = await post();
    for (const who of [other, moderator]) {
      expect(
        await users.current.rejection(call, {
          token: who.token,
          params: { id: deal.id },
          ...options,
        }),
      ).toMatchObject({ status: 403, code: 'forbidden' });
    }
    const { deal: now } = await users.current.ask(getDeal, { params: { id: deal.id } });
    expect(now).toMatchObject(deal);
  });

  test.for(attempts)(
    'of a source cannot be changed by any member: $0.method $0.path',
    async ([call, options]) => {
      const [id] = await insertDeals(users.current.database.database, [aDeal()]);
      expect(
        await users.current.rejection(call, {
          token: seller.token,
          params: { id: String(id) },
          ...options,
        }),
      ).toMatchObject({ status: 403, code: 'forbidden' });
    },
  );

  test('is not found once it is deleted', async () => {
    const deal = await post();
    await users.current.ask(deleteDeal, { token: seller.token, params: { id: deal.id } });
    expect(
      await users.current.rejection(restoreDeal, { token: other.token, params: { id: deal.id } }),
    ).toMatchObject({ status: 404 });
  });
});

describe('the status of a deal', () => {
  test('sold deals leave the search and return to it', async () => {
    const deal = await post({ title: 'Уникална грамофонна плоча' });
    const setStatus = async (status: string) =>
      users.current.ask(changeDealStatus, {
        token: seller.token,
        params: { id: deal.id },
        body: { status },
      });

    expect((await setStatus('sold')).deal.status).toBe('sold');
    expect(await countFound('грамофонна плоча')).toBe(0);
    expect((await setStatus('active')).deal.status).toBe('active');
    expect(await countFound('грамофонна плоча')).toBe(1);
  });

  test('a deleted deal is unavailable, and its owner can restore it within the window', async () => {
    const deal = await post();
    const { restorableUntil } = await users.current.ask(deleteDeal, {
      token: seller.token,
      params: { id: deal.id },
    });
    expect(Date.parse(restorableUntil)).toBe(users.current.time + RESTORE_WINDOW_MS);
    expect(await users.current.rejection(getDeal, { params: { id: deal.id } })).toMatchObject({
      status: 404,
    });
    const { deal: back } = await users.current.ask(restoreDeal, {
      token: seller.token,
      params: { id: deal.id },
    });
    expect(back).toEqual(deal);
  });
});

describe('lists of own deals', () => {
  test('count and filter by status, and continue at the cursor', async () => {
    const who = await users.current.member();
    const deals = [];
    for (let count = 0; count < 4; count += 1) deals.push(await post({}, who));
    const [first, second] = deals;
    await users.current.ask(changeDealStatus, {
      token: who.token,
      params: { id: first?.id ?? '' },
      body: { status: 'sold' },
    });
    await users.current.ask(deleteDeal, { token: who.token, params: { id: second?.id ?? '' } });

    const list = async (query: Record<string, string>) =>
      users.current.ask(listMyDeals, { token: who.token, query });
    const all = await list({ limit: '2' });
    expect(all).toMatchObject({
      total: 3,
      counts: { active: 2, sold: 1, expired: 0, deleted: 1 },
      facets: {
        category: [{ value: 'sports', count: 3 }],
        price: [{ value: '100-200', count: 3 }],
      },
    });
    const rest = await list({ limit: '2', cursor: all.nextCursor ?? '' });
    expect([...all.items, ...rest.items].map(({ id }) => id)).toEqual(
      [deals[3], deals[2], deals[0]].map((deal) => deal?.id),
    );
    expect(rest.nextCursor).toBeNull();
    expect((await list({ status: 'deleted' })).items.map(({ id }) => id)).toEqual([second?.id]);

    const admirer = await users.current.member();
    const remaining = deals[3]?.id ?? '';
    await users.current.ask(addFavorite, { token: admirer.token, params: { id: remaining } });
    expect((await list({ status: 'active' })).favorites).toEqual({ [remaining]: 1 });

    const publicly = await users.current.ask(listSellerDeals, { params: { id: who.id } });
    expect(publicly.items.map(({ id }) => id)).toEqual([deals[3]?.id, deals[2]?.id]);
  });
});

describe('possible duplicates', () => {
  test('are deals of the same page, then those with a similar title and price', async () => {
    const similar = await post({
      title: 'Кафемашина Delonghi Magnifica S',
      category: 'electronics',
    });
    const samePage = await post({
      title: 'Друга машина',
      link: 'https://www.shop.bg/kafe/?utm_source=x',
      category: 'electronics',
    });
    const cheap = await post({
      title: 'Кафемашина Delonghi Magnifica S',
      category: 'electronics',
      price: { amount: 1_00, currency: 'EUR' },
    });
    const { duplicates } = await users.current.ask(findPossibleDuplicates, {
      token: seller.token,
      body: {
        title: 'Delonghi Magnifica S кафемашина',
        price: { amount: 125_00, currency: 'EUR' },
        category: 'electronics',
        link: 'https://www.shop.bg/kafe/?utm_source=x',
      },
    });
    expect(duplicates.map(({ deal, reason }) => [deal.id, reason])).toEqual([
      [samePage.id, 'same_link'],
      [similar.id, 'similar'],
    ]);
    expect(duplicates.map(({ deal }) => deal.id)).not.toContain(cheap.id);
  });

  test.each([
    'http://m.shop.bg/jura-e8?msclkid=1',
    'https://network.example/go?to=https%3A%2F%2Fshop.bg%2Fjura-e8%3Faff%3D7',
  ])('are of the same page though its link is %s', async (link) => {
    const other = await users.current.member();
    const { id } = await post({ title: `Кафеавтомат Jura E8 ${link}`, link }, other);
    const { duplicates } = await users.current.ask(findPossibleDuplicates, {
      token: other.token,
      body: { title: `Кафеавтомат Jura E8 ${link}`, link: 'https://www.shop.bg/jura-e8/' },
    });
    const found = duplicates.map(({ deal, reason }) => [deal.id, reason]);
    expect(found).toContainEqual([id, 'same_link']);
  });
});

describe('time', () => {
  test('expires deals on their day, notifies their owner, and renews them on request', async () => {
    const who = await users.current.member();
    const deal = await post(
      { expiresAt: new Date(users.current.time + DAY_MS).toISOString() },
      who,
    );
    const lasting = await post({}, who);
    users.current.time += 2 * DAY_MS;
    await users.current.jobs.fire('posts.expire');
    await users.current.jobs.fire('posts.expire');
    const { token } = await signInAgain(who);

    const { deal: expired } = await users.current.ask(getDeal, { params: { id: deal.id } });
    expect(expired.status).toBe('expired');
    const { deal: lastingDeal } = await users.current.ask(getDeal, { params: { id: lasting.id } });
    expect(lastingDeal.status).toBe('active');
    const { notices } = await users.current.ask(listNotices, { token });
    expect(notices.map(({ content }) => content)).toEqual([
      expect.objectContaining({
        kind: 'own_deal_expired',
        why: 'date',
        deal: expect.objectContaining({ id: deal.id }),
      }),
    ]);

    await users.current.ask(changeDealStatus, {
      token,
      params: { id: deal.id },
      body: { status: 'active' },
    });
    await users.current.jobs.fire('posts.expire');
    const { deal: renewed } = await users.current.ask(getDeal, { params: { id: deal.id } });
    expect(renewed.status).toBe('active');
  });

  test('erases the content of deleted deals', async () => {
    const who = await users.current.member();
    const deal = await post({ title: 'Моята тайна' }, who);
    await users.current.ask(deleteDeal, { token: who.token, params: { id: deal.id } });
    users.current.time += RESTORE_WINDOW_MS + 1;
    const { token } = await signInAgain(who);
    expect(
      await users.current.rejection(restoreDeal, { token, params: { id: deal.id } }),
    ).toMatchObject({ status: 409, code: 'restore_too_late' });
    await users.current.jobs.fire('posts.forget');
    const row = await users.current.database.database
      .selectFrom('deals')
      .select(['title', 'seller_id', 'status'])
      .where('id', '=', Number(deal.id))
      .executeTakeFirst();
    expect(row).toEqual({ title: '', seller_id: null, status: 'deleted' });
  });
});

const signInAgain = async (who: Member): Promise<{ readonly token: string }> => {
  const { accessToken } = await users.current.login({
    name: who.name,
    email: who.email,
    password: 'zebra-lamp-4217',
  });
  return { token: accessToken };
};
