import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getDeal } from '@izgodno/contract/deals/calls';
import { addFavorite, listFavorites } from '@izgodno/contract/engagement/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { listPriceAlerts, setPriceAlert } from '@izgodno/contract/price-alerts/calls';
import { groupOffers } from '#features/deals/api.ts';
import { passOnLate, type ChangeNotices } from '#features/notices/api.ts';
import { aDeal, insertDeals, insertSources, updateDeal, type NewDeal } from './deal-factory.ts';
import { provideUsersApp, type Member } from './users-app.ts';

// A product of two shops, one of which withdraws it: what users asked for belongs to the product.

const users = provideUsersApp();
let who: Member;
let gtin = '';
let made = 0;

/** A GTIN that no other test uses. */
const nextGtin = (): string => {
  made += 1;
  const digits = `38001234${String(made).padStart(4, '0')}`;
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

const cents = (amount: number) => ({ price_amount: amount, price_eur: amount });

const change = (id: number, to: Partial<NewDeal>) =>
  updateDeal(users.current.database.database, id, to);

const queue = (id: number) =>
  users.current.database.database.insertInto('offers_to_group').values({ deal_id: id }).execute();

const group = () => groupOffers(users.current.database.database);

const offer = async (sourceId: string, amount: number): Promise<number> => {
  const deal = aDeal({ source_id: sourceId, gtin, ...cents(amount) });
  const [id = 0] = await insertDeals(users.current.database.database, [deal]);
  await queue(id);
  return id;
};

/** As an import does. */
const withdraw = async (id: number): Promise<void> => {
  await change(id, { status: 'deleted', deleted_at: new Date() });
  await queue(id);
};

const run = async (...jobNames: readonly string[]): Promise<void> => {
  for (const name of jobNames) {
    // Notices of the same moment have no order.
    users.current.time += 1_000;
    await users.current.jobs.fire(name);
  }
};
const notify = () => run('favorites.alert', 'price-alerts.notify');
const runLate = () => run('favorites.pass-on', 'price-alerts.pass-on');

const watch = async (id: number, below: number): Promise<void> => {
  const request = { token: who.token, params: { id: String(id) } };
  await users.current.ask(addFavorite, request);
  const body = { below: { amount: below, currency: 'EUR' as const } };
  await users.current.ask(setPriceAlert, { ...request, body });
};

const notified = async () => {
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  return notices.map(({ content }) => content).reverse();
};

const watched = async () => {
  const { alerts } = await users.current.ask(listPriceAlerts, { token: who.token });
  const { items } = await users.current.ask(listFavorites, { token: who.token });
  return {
    alerts: alerts.map(({ deal, below }) => [Number(deal.id), below.amount]),
    favorites: items.map(({ id }) => Number(id)),
  };
};

const unexpected = (): never => {
  throw new Error('no notice is expected');
};
const NO_NOTICES = {
  store: unexpected,
  withdraw: unexpected,
  recountComments: unexpected,
  announceUnread: unexpected,
  countUnread: unexpected,
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await notify();
});
beforeEach(async () => {
  who = await users.current.member();
  gtin = nextGtin();
});

test('the other shop’s offer takes over, before and after it is grouped', async () => {
  const other = await offer('board', 300_00);
  const cheap = await offer('shop', 280_00);
  await group();
  await watch(cheap, 260_00);
  const reached = await users.current.member();
  const { database } = users.current.database;
  const at = new Date(users.current.time);
  await database
    .insertInto('price_alerts')
    .values({
      user_id: reached.id,
      deal_id: cheap,
      below_amount: 290_00,
      below_currency: 'EUR',
      below_eur: 290_00,
      with_delivery: false,
      created_at: at,
      reached_at: at,
    })
    .execute();
  await withdraw(cheap);
  // Which offer takes over is not known yet.
  await notify();
  expect(await notified()).toEqual([]);
  await group();
  await notify();
  expect(await watched()).toEqual({ alerts: [[other, 260_00]], favorites: [other] });
  expect(await notified()).toEqual([]);
  await change(other, cents(250_00));
  await notify();
  const deal = { id: String(other), price: { amount: 250_00 } };
  expect(await notified()).toMatchObject([
    { kind: 'price_drop', deal, oldPrice: { amount: 300_00 } },
    { kind: 'price_alert', deal },
  ]);
  const { notices } = await users.current.ask(listNotices, { token: reached.token });
  expect(notices).toEqual([]);
});

test('a price that falls before the offer takes over is announced', async () => {
  const other = await offer('board', 300_00);
  const cheap = await offer('shop', 280_00);
  await group();
  await watch(cheap, 260_00);
  await withdraw(cheap);
  await group();
  await change(other, cents(250_00));
  await notify();
  expect(await notified()).toMatchObject([{ kind: 'price_alert', deal: { id: String(other) } }]);
});

test('a shop’s own new listing takes over', async () => {
  const old = await offer('shop', 280_00);
  await group();
  await watch(old, 260_00);
  const listed = await offer('shop', 285_00);
  await withdraw(old);
  await notify();
  await group();
  await notify();
  expect(await watched()).toEqual({ alerts: [[listed, 260_00]], favorites: [listed] });
  expect(await notified()).toEqual([]);
});

test('an offer that comes later takes over, and users learn that it is back', async () => {
  const only = await offer('shop', 280_00);
  await group();
  await watch(only, 260_00);
  await withdraw(only);
  await group();
  await notify();
  const gone = { kind: 'no_longer_available', why: 'deleted' };
  expect(await notified()).toMatchObject([gone]);
  const next = await offer('board', 250_00);
  await group();
  await notify();
  await runLate();
  await runLate();
  const deal = { id: String(next) };
  expect(await notified()).toMatchObject([
    gone,
    { kind: 'back_in_stock', deal },
    { kind: 'price_alert', deal },
  ]);
  expect((await watched()).favorites).toEqual([next]);
});

test('an alert that is open there stays, one that was reached is replaced', async () => {
  const other = await offer('board', 300_00);
  const [one, two] = [await offer('shop', 290_00), await offer('trips', 280_00)];
  await group();
  await watch(other, 270_00);
  await watch(two, 260_00);
  await withdraw(two);
  await group();
  await notify();
  // Grouping has made the cheapest one the representative of the rest.
  const { alerts, favorites } = await watched();
  expect(alerts).toEqual(
    expect.arrayContaining([
      [other, 270_00],
      [one, 260_00],
    ]),
  );
  expect(favorites).toHaveLength(2);
  await withdraw(one);
  await group();
  await notify();
  expect(await watched()).toEqual({ alerts: [[other, 270_00]], favorites: [other] });

  const again = await offer('shop', 295_00);
  await change(other, cents(265_00));
  await notify();
  await group();
  await watch(again, 240_00);
  await withdraw(again);
  await group();
  await notify();
  expect((await watched()).alerts).toEqual([[other, 240_00]]);
});

test('an alert of an offer that expired is passed on, its favourite is not', async () => {
  const other = await offer('board', 300_00);
  const cheap = await offer('shop', 280_00);
  await group();
  await watch(cheap, 260_00);
  await change(cheap, { status: 'expired' });
  await queue(cheap);
  await group();
  await notify();
  expect(await watched()).toEqual({ alerts: [[other, 260_00]], favorites: [cheap] });
  expect(await notified()).toMatchObject([{ kind: 'no_longer_available', why: 'expired' }]);
});

test('what a member posted and removed has no successor', async () => {
  const seller = await users.current.member();
  const post = await offer('board', 280_00);
  await change(post, { seller_id: seller.id });
  await offer('shop', 300_00);
  await watch(post, 260_00);
  await withdraw(post);
  await group();
  await notify();
  await runLate();
  expect(await watched()).toEqual({ alerts: [], favorites: [] });
});

test('until grouping has settled, a removed deal does not lead to itself', async () => {
  const other = await offer('board', 300_00);
  const cheap = await offer('shop', 280_00);
  await group();
  await withdraw(cheap);
  const response = await users.current.app.inject(getDeal.path.replace(':id', String(cheap)));
  expect(response.json()).toMatchObject({ error: { details: { successor: String(other) } } });
});

test('what comes late is sought among a bounded number of deals, which take turns', async () => {
  const { database } = users.current.database;
  const ended = await insertDeals(
    database,
    Array.from({ length: 5 }, () => aDeal({ status: 'deleted', deleted_at: new Date() })),
  );
  const looked: number[][] = [];
  let isFailing = false;
  const notices: ChangeNotices = {
    database,
    reader: 'test',
    noticePublisher: {
      ...NO_NOTICES,
      transaction: (work) =>
        database.transaction().execute((transaction) => work(transaction, async () => {})),
    },
    async passOn(transaction, among) {
      const { rows } = await sql<{ id: number }>`
        SELECT d.id FROM deals d WHERE ${among} ORDER BY d.id`.execute(transaction);
      looked.push(rows.map(({ id }) => id));
      if (isFailing) throw new Error('these fail');
      return { successors: [], isComplete: true };
    },
    notifyAmong: async () => 0,
  };
  // Several users may follow a deal.
  const followed = sql`SELECT unnest(${[...ended, ...ended]}::bigint[]) AS deal_id`;
  const job = passOnLate(notices, followed, 2);
  for (let runs = 0; runs < 5; runs += 1) await job();
  expect(looked.map(({ length }) => length)).toEqual([2, 2, 2, 2, 2]);
  expect(looked.flat().toSorted((one, other) => one - other)).toEqual(
    ended.flatMap((id) => [id, id]),
  );
  looked.length = 0;
  isFailing = true;
  await expect(job()).rejects.toThrow('these fail');
  isFailing = false;
  await job();
  // Others do not wait for those that fail.
  const [failed = [], next = []] = looked;
  expect([failed.length, next.filter((id) => failed.includes(id))]).toEqual([2, []]);
  looked.length = 0;
  await passOnLate(notices, followed, 5_000)();
  expect(looked).toEqual([ended]);
});
