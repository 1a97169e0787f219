import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { listNotices } from '@izgodno/contract/notices/calls';
import * as calls from '@izgodno/contract/price-alerts/calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { aDeal, insertDeals, insertSources, updateDeal, type NewDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { priceAlertsJob } from './api.ts';

const users = provideUsersApp();
let who: Member;
let dealId: number;

const insert = async (given: Partial<NewDeal> = {}): Promise<number> => {
  const [id = 0] = await insertDeals(users.current.database.database, [aDeal(given)]);
  return id;
};

const reprice = (id: number, euroCents: number, more: Partial<NewDeal> = {}) =>
  updateDeal(users.current.database.database, id, {
    price_amount: euroCents,
    price_eur: euroCents,
    ...more,
  });

const set = (amount: number, more: object = {}, id = dealId, by = who) => ({
  token: by.token,
  params: { id: String(id) },
  body: { below: { amount, currency: 'EUR', ...more } },
});

const withDelivery = (amount: number, id = dealId) => {
  const { body, ...request } = set(amount, {}, id);
  return { ...request, body: { ...body, withDelivery: true } };
};

const run = async () => {
  // Notices of the same moment have no order.
  users.current.time += 1_000;
  await users.current.jobs.fire(priceAlertsJob.name);
};

const notified = async (member = who) => {
  const { notices } = await users.current.ask(listNotices, { token: member.token, query: {} });
  return notices.map(({ content }) => content);
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await run();
});

beforeEach(async () => {
  who = await users.current.member();
  dealId = await insert({ price_amount: 100_00, price_eur: 100_00 });
});

describe('a price alert', () => {
  test('counts delivery if it was asked to, and only where its price is known', async () => {
    await users.current.ask(calls.setPriceAlert, withDelivery(80_00));
    await reprice(dealId, 76_00, { delivery_eur: 4_00 });
    await run();
    expect(await notified()).toEqual([]);
    const rejected = await users.current.rejection(calls.setPriceAlert, set(78_00));
    expect(rejected.fields).toEqual(['below']);
    await reprice(dealId, 75_99);
    await run();
    // It names the amount that was compared.
    expect(await notified()).toMatchObject([{ kind: 'price_alert', total: { amount: 79_99 } }]);
    const other = await insert({ price_amount: 90_00, price_eur: 90_00 });
    await users.current.ask(calls.setPriceAlert, withDelivery(80_00, other));
    await reprice(other, 79_00);
    await run();
    const [unknown, ...rest] = await notified();
    expect(rest).toHaveLength(1);
    expect(unknown).not.toHaveProperty('total');
    const { priceAlerts } = await users.current.ask(exportAccount, { token: who.token });
    expect(priceAlerts).toMatchObject([{ withDelivery: true }, { withDelivery: true }]);
  });

  test('notifies once, by page and mail, when the price is below, and then is over', async () => {
    const { alert } = await users.current.ask(calls.setPriceAlert, set(80_00));
    expect(alert).toMatchObject({ below: { amount: 80_00 }, reachedAt: null });
    await reprice(dealId, 80_00);
    await run();
    expect(await notified()).toEqual([]);
    await reprice(dealId, 79_99);
    await run();
    const notice = { kind: 'price_alert', deal: { id: String(dealId), price: { amount: 79_99 } } };
    expect(await notified()).toMatchObject([{ ...notice, below: { amount: 80_00 } }]);
    expect((await notified())[0]).not.toHaveProperty('total');
    await run();
    await reprice(dealId, 120_00);
    await run();
    await reprice(dealId, 60_00);
    await run();
    expect(await notified()).toHaveLength(1);
    const { alerts } = await users.current.ask(calls.listPriceAlerts, { token: who.token });
    expect(alerts).toMatchObject([{ deal: { id: String(dealId) } }]);
    expect(alerts[0]?.reachedAt).not.toBeNull();
  });

  test('says what the price is worth, if it was observed for long enough', async () => {
    await users.current.database.database
      .insertInto('price_observations')
      .values(
        (
          [
            [60, 100_00],
            [0, 79_00],
          ] as const
        ).map(([days, price_amount]) => ({
          deal_id: dealId,
          observed_at: new Date(users.current.time - days * DAY_MS),
          price_amount,
          price_currency: 'EUR' as const,
          original_amount: null,
        })),
      )
      .execute();
    await users.current.ask(calls.setPriceAlert, set(80_00));
    await reprice(dealId, 79_00);
    await run();
    expect(await notified()).toMatchObject([
      { deal: { priceVerdict: { code: 'lowest', days: 60 } } },
    ]);
  });

  test('may be set again after it was reached', async () => {
    const other = await users.current.member();
    await users.current.ask(calls.setPriceAlert, set(55_00, {}, dealId, other));
    await users.current.ask(calls.setPriceAlert, set(80_00));
    await reprice(dealId, 70_00);
    await run();
    await users.current.ask(calls.setPriceAlert, set(60_00));
    await reprice(dealId, 50_00);
    await run();
    expect(await notified()).toHaveLength(2);
    // One of another user for less does not end with it.
    expect(await notified(other)).toHaveLength(1);
  });

  test('is for other offers of the product, too', async () => {
    const other = await insert({ price_amount: 110_00, price_eur: 110_00 });
    const cheaper = await insert({ price_amount: 120_00, price_eur: 120_00 });
    const { database } = users.current.database;
    for (const id of [other, cheaper]) await updateDeal(database, id, { represented_by: dealId });
    await users.current.ask(calls.setPriceAlert, set(80_00));
    await reprice(other, 75_00);
    await reprice(cheaper, 70_00);
    await run();
    expect(await notified()).toMatchObject([{ deal: { id: String(cheaper) } }]);
    const again = await users.current.rejection(calls.setPriceAlert, set(70_01));
    expect(again.fields).toEqual(['below']);
  });

  test('is not for what its owner sells', async () => {
    const own = await insert({ price_eur: 100_00, seller_id: who.id });
    await users.current.ask(calls.setPriceAlert, set(80_00, {}, own));
    await reprice(own, 79_00);
    await run();
    expect(await notified()).toEqual([]);
    const offer = await insert({ price_eur: 79_50, represented_by: own });
    await run();
    expect(await notified()).toMatchObject([{ deal: { id: String(offer) } }]);
  });

  test('compares prices in euro and lev', async () => {
    await users.current.ask(calls.setPriceAlert, set(156_47, { currency: 'BGN' }));
    await reprice(dealId, 80_00);
    await run();
    expect(await notified()).toEqual([]);
    await reprice(dealId, 79_99);
    await run();
    expect(await notified()).toMatchObject([{ below: { amount: 156_47, currency: 'BGN' } }]);
  });

  test('waits while the deal cannot be bought', async () => {
    await users.current.ask(calls.setPriceAlert, set(80_00));
    await reprice(dealId, 70_00, { availability: 'out_of_stock' });
    await run();
    expect(await notified()).toEqual([]);
    await reprice(dealId, 70_00, { availability: 'in_stock' });
    await run();
    expect(await notified()).toHaveLength(1);
  });

  test('needs a price that is not reached yet', async () => {
    expect(await users.current.rejection(calls.setPriceAlert, set(100_01))).toMatchObject({
      code: 'validation_failed',
      fields: ['below'],
    });
    for (const amount of [0, -1, 2.5])
      expect((await users.current.rejection(calls.setPriceAlert, set(amount))).status).toBe(400);
    const usd = set(50_00, { currency: 'USD' });
    expect((await users.current.rejection(calls.setPriceAlert, usd)).status).toBe(400);
    const unknown = set(50_00, {}, 9_999_999);
    expect((await users.current.rejection(calls.setPriceAlert, unknown)).status).toBe(404);
  });

  test('waits for a price that is changing while it is set', async () => {
    const { database } = users.current.database;
    const outcome = await database.transaction().execute(async (transaction) => {
      await updateDeal(transaction, dealId, { price_amount: 70_00, price_eur: 70_00 });
      const rejected = users.current.rejection(calls.setPriceAlert, set(80_00));
      await untilWaiting(database, 1);
      return { rejected };
    });
    expect((await outcome.rejected).fields).toEqual(['below']);
  });

  test('is its owner’s only, and can be removed', async () => {
    const other = await users.current.member();
    await users.current.ask(calls.setPriceAlert, set(80_00));
    await users.current.ask(calls.removePriceAlert, {
      token: other.token,
      params: { id: String(dealId) },
    });
    expect((await users.current.ask(calls.listPriceAlerts, { token: other.token })).alerts).toEqual(
      [],
    );
    const { priceAlerts } = await users.current.ask(exportAccount, { token: who.token });
    expect(priceAlerts).toMatchObject([{ dealId: String(dealId), below: 80_00 }]);
    await users.current.ask(calls.removePriceAlert, {
      token: who.token,
      params: { id: String(dealId) },
    });
    await reprice(dealId, 10_00);
    await run();
    expect(await notified()).toEqual([]);
  });

  test('is limited in number', async () => {
    const ids = await insertDeals(
      users.current.database.database,
      Array.from({ length: calls.MAX_PRICE_ALERTS }, () => aDeal()),
    );
    const row = { below_currency: 'EUR', with_delivery: false, reached_at: null } as const;
    await users.current.database.database
      .insertInto('price_alerts')
      .values(
        ids.map((id) => ({
          ...row,
          user_id: who.id,
          deal_id: id,
          below_amount: 1,
          below_eur: 1,
          created_at: new Date(users.current.time),
        })),
      )
      .execute();
    expect((await users.current.rejection(calls.setPriceAlert, set(80_00))).code).toBe(
      'limit_reached',
    );
    const [known = 0, deleted = 0] = ids;
    await users.current.ask(calls.setPriceAlert, set(2, {}, known));
    const other = await users.current.member();
    await users.current.ask(calls.setPriceAlert, set(2, {}, deleted, other));
    // Its owner does not see it in the list, and so cannot remove it.
    await updateDeal(users.current.database.database, deleted, {
      status: 'deleted',
      deleted_at: new Date(users.current.time),
    });
    await users.current.ask(calls.setPriceAlert, set(80_00));
    const { alerts } = await users.current.ask(calls.listPriceAlerts, { token: who.token });
    expect(alerts).toHaveLength(calls.MAX_PRICE_ALERTS);
    const { priceAlerts } = await users.current.ask(exportAccount, { token: other.token });
    expect(priceAlerts).toMatchObject([{ dealId: String(deleted) }]);
  });
});
