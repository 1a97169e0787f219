import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { listNotices, markNoticesRead } from '@izgodno/contract/notices/calls';
import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  MAX_SAVED_SEARCHES,
  previewSavedSearch,
  saveSearch,
} from '@izgodno/contract/saved-searches/calls';
import { aDeal, insertDeals, insertSources, type NewDeal, updateDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();

/** Adds a new deal now. */
const appear = async (given: Partial<NewDeal> = {}): Promise<number> => {
  users.current.time += 1_000;
  const at = new Date(users.current.time);
  const [id = 0] = await insertDeals(users.current.database.database, [
    aDeal({ posted_at: at, created_at: at, category: 'sports', title: 'Колело', ...given }),
  ]);
  return id;
};

const save = async (who: Member, query = 'category=sports', name = 'Спорт') =>
  (await users.current.ask(saveSearch, { token: who.token, body: { query, name } })).savedSearch;

const match = async () => {
  users.current.time += 1_000;
  await users.current.jobs.fire('saved-searches.match');
};

const notified = async (who: Member) => {
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  return notices.map(({ content }) => content);
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  // Marks earlier changes as read.
  await users.current.jobs.fire('saved-searches.match');
});

describe('saving a search', () => {
  test('normalises its filters, whatever their order and page', async () => {
    const who = await users.current.member();
    const saved = await save(
      who,
      `sort=newest&q=${encodeURIComponent('чайник'.normalize('NFD'))}&maxPrice=100&category=sports&category=other&cursor=x&view=list`,
    );
    expect(saved).toMatchObject({ name: 'Спорт', paused: false, matches: 0, lastMatchAt: null });
    expect([...new URLSearchParams(saved.query)]).toEqual([
      ['category', 'other'],
      ['category', 'sports'],
      ['maxPrice', '100'],
      ['q', 'чайник'],
    ]);
    expect(
      await users.current.rejection(saveSearch, {
        token: who.token,
        body: { query: 'q=чайник&category=other&category=sports&maxPrice=100', name: 'x' },
      }),
    ).toMatchObject({ status: 400, fields: ['query'] });
  });

  test.for(['', 'sort=newest', 'minPrice=abc', 'category=bicycles'])(
    'rejects "%s"',
    async (query) => {
      const who = await users.current.member();
      expect(
        await users.current.rejection(saveSearch, {
          token: who.token,
          body: { query, name: 'x' },
        }),
      ).toMatchObject({ status: 400, code: 'validation_failed', fields: ['query'] });
    },
  );

  test('is limited', async () => {
    const who = await users.current.member();
    for (let count = 1; count <= MAX_SAVED_SEARCHES; count += 1) await save(who, `q=${count}`);
    expect(
      await users.current.rejection(saveSearch, {
        token: who.token,
        body: { query: 'q=more', name: 'x' },
      }),
    ).toMatchObject({ status: 409, code: 'limit_reached' });
  });

  test('is private', async () => {
    const [who, other] = [await users.current.member(), await users.current.member()];
    const { id } = await save(who);
    for (const [call, body] of [
      [changeSavedSearch, { name: 'Мое' }],
      [deleteSavedSearch, undefined],
    ] as const) {
      expect(
        await users.current.rejection(call, { token: other.token, params: { id }, body }),
      ).toMatchObject({ status: 404 });
    }
    const list = await users.current.ask(listSavedSearches, { token: other.token });
    expect(list.savedSearches).toEqual([]);
  });
});

test('a preview counts the notices of the last month, and says what it does not check', async () => {
  const who = await users.current.member();
  await appear({ category: 'automotive', title: 'Кола' });
  const old = new Date(users.current.time - 31 * DAY_MS);
  await appear({ category: 'automotive', title: 'Кола', posted_at: old });
  expect(
    await users.current.ask(previewSavedSearch, {
      token: who.token,
      query: { query: 'category=automotive&q=Кола до 150 000 км' },
    }),
  ).toEqual({ success: true, matchesLastMonth: 1, orMore: false, leftOut: ['до 150 000 км'] });
});

describe('new deals', () => {
  test('are notified once, those of a run in one notice; later ones join it while it is unread', async () => {
    const who = await users.current.member();
    await appear();
    const saved = await save(who);
    const [one, two] = [await appear(), await appear()];
    await appear({ category: 'other' });
    await match();
    await match();
    expect(await notified(who)).toMatchObject([
      {
        kind: 'saved_search',
        savedSearch: { id: saved.id, name: 'Спорт', query: 'category=sports' },
        count: 2,
        deals: [{ id: String(two) }, { id: String(one) }],
      },
    ]);

    const three = await appear();
    await match();
    expect(await notified(who)).toMatchObject([
      { count: 3, deals: [{ id: String(three) }, {}, {}] },
    ]);

    await users.current.ask(markNoticesRead, { token: who.token, body: {} });
    await appear();
    await match();
    expect(await notified(who)).toMatchObject([{ count: 1 }, { count: 3 }]);
    const { savedSearches } = await users.current.ask(listSavedSearches, { token: who.token });
    expect(savedSearches[0]?.matches).toBe(4);
  });

  test('are notified even if they are found late', async () => {
    const who = await users.current.member();
    await save(who);
    users.current.time += 60_000;
    const begun = new Date(users.current.time - 30_000);
    await match();
    const late = await appear({ created_at: begun, posted_at: begun });
    await match();
    expect(await notified(who)).toMatchObject([{ count: 1, deals: [{ id: String(late) }] }]);
  });

  test('are not notified while a search is paused, nor afterwards', async () => {
    const who = await users.current.member();
    const { id } = await save(who);
    const change = (body: object) =>
      users.current.ask(changeSavedSearch, { token: who.token, params: { id }, body });
    expect((await change({ paused: true })).savedSearch.paused).toBe(true);
    await appear();
    await match();
    users.current.time += DAY_MS / 24;
    await change({ paused: false });
    await match();
    expect(await notified(who)).toEqual([]);
    await appear();
    users.current.time += 1_000;
    // It is not paused, so that this changes nothing.
    await change({ paused: false });
    await match();
    expect(await notified(who)).toHaveLength(1);
  });
});

/** Changes the source's price of a deal. */
const setPrice = async (id: number, cents: number, rest: Partial<NewDeal> = {}) => {
  const { database } = users.current.database;
  users.current.time += 1_000;
  await database
    .insertInto('price_observations')
    .values({
      deal_id: id,
      observed_at: new Date(users.current.time),
      price_amount: cents,
      price_currency: 'EUR',
    })
    .execute();
  await updateDeal(database, id, { price_amount: cents, price_eur: cents, ...rest });
};

/** A deal of yesterday for 300 euro. */
const oldDeal = async (given: Partial<NewDeal> = {}): Promise<number> => {
  const id = await appear(given);
  await setPrice(id, 300_00);
  users.current.time += DAY_MS;
  await match();
  return id;
};

const rowOf = async (id: string) =>
  users.current.database.database
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('searches in memory', () => {
  test('notify each member who saved them, at their own time', async () => {
    const [early, late] = [await users.current.member(), await users.current.member()];
    await save(early, 'category=collectibles&q=монета');
    const first = await appear({ category: 'collectibles', title: 'Сребърна монета' });
    users.current.time += 1_000;
    await save(late, 'category=collectibles&q=монета');
    const second = await appear({ category: 'collectibles', title: 'Златни монети' });
    await match();
    expect(await notified(early)).toMatchObject([
      { count: 2, deals: [{ id: String(second) }, { id: String(first) }] },
    ]);
    expect(await notified(late)).toMatchObject([{ count: 1, deals: [{ id: String(second) }] }]);
  });

  test('are forgotten when they are deleted, and known again when they are saved again', async () => {
    const who = await users.current.member();
    for (let time = 1; time <= 2; time += 1) {
      const { id } = await save(who, 'category=music-instruments&q=цигулка');
      await appear({ category: 'music-instruments', title: 'Цигулка 4/4' });
      await match();
      expect(await notified(who)).toHaveLength(time);
      await users.current.ask(markNoticesRead, { token: who.token, body: {} });
      await users.current.ask(deleteSavedSearch, { token: who.token, params: { id } });
      await appear({ category: 'music-instruments', title: 'Детска цигулка' });
      await match();
      expect(await notified(who)).toHaveLength(time);
    }
  });

  // In the other script, and without an excluded word.
  test.each([
    ['automotive', 'zimni gumi', 'Летни гуми', 'Зимни гуми 205/55 R16'],
    ['photography', 'статив -карбонов', 'Карбонов статив', 'Алуминиев статив'],
  ] as const)('in %s for %s are not found by %s', async (category, words, other, title) => {
    const who = await users.current.member();
    await save(who, `category=${category}&q=${words}`);
    await appear({ category, title: other });
    const meant = await appear({ category, title });
    await match();
    expect(await notified(who)).toMatchObject([{ count: 1, deals: [{ id: String(meant) }] }]);
  });

  test('with the same words that only the index can tell get the deals of their own filters', async () => {
    const [any, cheap] = [await users.current.member(), await users.current.member()];
    // Of alternatives, the index is always asked.
    await save(any, 'category=art-crafts&q=количка, люлка');
    await save(cheap, 'category=art-crafts&maxPrice=200&q=количка, люлка');
    const [pram, swing] = [
      await appear({ category: 'art-crafts', title: 'Бебешка количка', price_eur: 300_00 }),
      await appear({ category: 'art-crafts', title: 'Люлка за градина', price_eur: 150_00 }),
    ];
    await appear({ category: 'art-crafts', title: 'Детско столче', price_eur: 100_00 });
    await match();
    expect(await notified(any)).toMatchObject([
      { count: 2, deals: [{ id: String(swing) }, { id: String(pram) }] },
    ]);
    expect(await notified(cheap)).toMatchObject([{ count: 1, deals: [{ id: String(swing) }] }]);
  });

  test('are paused if they are no longer valid, and block no others', async () => {
    const { database } = users.current.database;
    const who = await users.current.member();
    const stale = await save(who, 'category=other&q=стар');
    await database
      .insertInto('saved_searches')
      .values({
        ...(await rowOf(stale.id)),
        id: '01890000-0000-7000-8000-5a0ed5ea4c40',
        query: 'category=no-longer',
      })
      .execute();
    await appear({ category: 'other', title: 'Стар часовник' });
    await match();
    expect(await notified(who)).toMatchObject([{ count: 1 }]);
    expect(await rowOf('01890000-0000-7000-8000-5a0ed5ea4c40')).toMatchObject({ paused: true });
  });
});

describe('an old deal whose price falls', () => {
  test('into the range of a search is notified once, and not again when it falls further', async () => {
    const id = await oldDeal({ title: 'Тандем' });
    const who = await users.current.member();
    const saved = await save(who, 'q=тандем&maxPrice=250', 'Тандеми');
    await setPrice(id, 260_00);
    await match();
    expect(await notified(who)).toEqual([]);

    await setPrice(id, 240_00);
    await match();
    await match();
    expect(await notified(who)).toMatchObject([
      {
        kind: 'saved_search',
        savedSearch: { id: saved.id },
        count: 1,
        deals: [{ id: String(id) }],
      },
    ]);
    await setPrice(id, 230_00);
    await match();
    expect(await notified(who)).toHaveLength(1);
    expect(await notified(who)).toMatchObject([{ count: 1 }]);
  });

  test('is notified even if it fell again before the next run', async () => {
    const id = await oldDeal({ title: 'Веломобил' });
    const who = await users.current.member();
    await save(who, 'q=веломобил&maxPrice=250');
    await setPrice(id, 240_00);
    await setPrice(id, 230_00);
    await match();
    expect(await notified(who)).toMatchObject([{ count: 1, deals: [{ id: String(id) }] }]);
  });

  test('to a discount that a search asks for is notified', async () => {
    const id = await oldDeal({ title: 'Ролери' });
    const who = await users.current.member();
    await save(who, 'q=ролери&minDiscount=20');
    await setPrice(id, 200_00, { original_amount: 300_00, discount_percent: 33 });
    await match();
    expect(await notified(who)).toMatchObject([{ deals: [{ id: String(id) }] }]);
  });

  test.for([
    ['does not say the words', { title: 'Шейна' }],
    ['is in another category', { category: 'furniture' }],
    ['is of another source', { source_id: 'board' }],
    ['is sold', { status: 'sold' }],
  ] as const)('is not notified if it %s', async ([, given]) => {
    const id = await oldDeal({ title: 'Тротинетка', ...given });
    const who = await users.current.member();
    await save(who, 'q=тротинетка&category=sports&source=shop&maxPrice=250');
    await setPrice(id, 240_00);
    await match();
    expect(await notified(who)).toEqual([]);
  });
});

/** Sets the price of all trips, give or take some cents. */
const repriceTrips = async (cents: number): Promise<void> => {
  const { database } = users.current.database;
  users.current.time += 1_000;
  await sql`
    INSERT INTO price_observations (deal_id, observed_at, price_amount, price_currency)
    SELECT id, ${new Date(users.current.time)}, ${cents}, 'EUR'
      FROM deals WHERE source_id = 'trips'`.execute(database);
  await sql`
    UPDATE deals SET price_amount = ${cents}, price_eur = ${cents} + id % 5,
                     change_seq = nextval('deal_change_seq')
     WHERE source_id = 'trips'`.execute(database);
};

describe('the changes of one import', () => {
  /** More than one page, and more than PostgreSQL searches for words. */
  const CHANGED = 2_100;
  /** One in this many matches: among the first changes and among the last. */
  const EVERY = 29;

  test('are read to the last deal, however many there are', async () => {
    const { database } = users.current.database;
    const at = new Date(users.current.time);
    await sql`
      INSERT INTO deals (source_id, external_id, content_hash, title, category, condition,
                         price_amount, price_currency, price_eur, posted_at, created_at)
      SELECT 'trips', number, '', 'Пътуване', CASE WHEN number % ${EVERY} = 0 THEN 'travel' ELSE 'food' END,
             'new', 30000, 'EUR', 30000, ${at}, ${at}
        FROM generate_series(1, ${CHANGED}) number`.execute(database);
    await repriceTrips(300_00);
    users.current.time += DAY_MS;
    await match();
    const [buyer, other] = [await users.current.member(), await users.current.member()];
    await save(buyer, 'category=travel&maxPrice=250');
    await save(other, 'category=travel&maxPrice=250&minPrice=245');
    await repriceTrips(240_00);
    await match();
    expect(await notified(buyer)).toMatchObject([
      { kind: 'saved_search', count: Math.floor(CHANGED / EVERY) },
    ]);
    expect(await notified(other)).toEqual([]);
    await match();
    expect(await notified(buyer)).toHaveLength(1);
  });

  test('are read later if only the search can tell, and it does not know all deals yet', async () => {
    const { database } = users.current.database;
    const [who, other] = [await users.current.member(), await users.current.member()];
    // Whether a Latin word means a Bulgarian one depends on the words of all deals.
    await save(who, 'q=patuvane&category=travel&maxPrice=200');
    await save(other, 'category=travel&maxPrice=200');
    await repriceTrips(150_00);
    // PostgreSQL searches for words among the newest 2,000 deals only, and reports it.
    await match();
    expect(await notified(other)).toMatchObject([{ count: Math.floor(CHANGED / EVERY) }]);
    users.current.time += 60 * 60_000;
    await match();
    expect(await notified(who)).toEqual([]);
    await database
      .updateTable('deals')
      .set({ status: 'deleted', change_seq: sql`nextval('deal_change_seq')` })
      .where('category', '=', 'food')
      .execute();
    await match();
    for (const one of [who, other])
      expect(await notified(one)).toMatchObject([{ count: Math.floor(CHANGED / EVERY) }]);
  });
});

test('a deal is matched whose transaction stays open during several runs', async () => {
  // The database's time, as it is the deal's.
  users.current.time = Date.now();
  const who = await users.current.member();
  await save(who, 'category=photography', 'Фото');
  await match();
  const slow = await users.current.database.pool.connect();
  await slow.query('BEGIN');
  await slow.query(
    `INSERT INTO deals (source_id, external_id, content_hash, title, category, condition, price_amount, price_currency, price_eur, posted_at, created_at)
     VALUES ('shop', 'late', '', 'Фотоапарат', 'photography', 'new', 1, 'EUR', 1, now(), now() + interval '2 seconds')`,
  );
  for (let run = 0; run < 3; run += 1) {
    users.current.time += 20 * 60_000;
    await match();
  }
  expect(await notified(who)).toEqual([]);
  await slow.query('COMMIT');
  slow.release();
  await match();
  expect(await notified(who)).toMatchObject([{ kind: 'saved_search', count: 1 }]);
});
