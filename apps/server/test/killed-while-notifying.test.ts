import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { addPushSubscription, listNotices } from '@izgodno/contract/notices/calls';
import { pushMessageSchema } from '@izgodno/contract/notices/notice';
import { setPriceAlert } from '@izgodno/contract/price-alerts/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { aDeal, insertDeals, insertSources, updateDeal } from './deal-factory.ts';
import { countLockWaits } from './lock-waits.ts';
import { provideUsersApp, type Member } from './users-app.ts';

const users = provideUsersApp();

/**
 * Runs a job that ends at the first of these statements that fulfils the condition, as if its
 * process were killed there: its transaction is rolled back, and nothing after it happens.
 */
const killAt = async (statement: string, jobName: string, condition = 'true'): Promise<void> => {
  const { database } = users.current.database;
  await sql`CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'killed';
    END $$`.execute(database);
  await sql`CREATE TRIGGER kill BEFORE ${sql.raw(statement)}
    FOR EACH ROW WHEN (${sql.raw(condition)}) EXECUTE FUNCTION kill()`.execute(database);
  try {
    await users.current.jobs.fire(jobName).catch(() => {});
  } finally {
    await sql`DROP FUNCTION kill CASCADE`.execute(database);
  }
};

const run = async (jobName: string): Promise<void> => {
  users.current.time += 1_000;
  await users.current.jobs.fire(jobName);
};

const notified = async (who: Member) => {
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  return notices.map(({ content }) => content);
};

const insertDeal = async (title: string): Promise<number> => {
  const at = new Date(users.current.time);
  const [id = 0] = await insertDeals(users.current.database.database, [
    aDeal({ title, price_amount: 100_00, price_eur: 100_00, created_at: at, posted_at: at }),
  ]);
  return id;
};

const reprice = (id: number, price: number) =>
  updateDeal(users.current.database.database, id, { price_amount: price, price_eur: price });

const awaitPrice = async (who: Member, title: string): Promise<number> => {
  const id = await insertDeal(title);
  await users.current.ask(setPriceAlert, {
    token: who.token,
    params: { id: String(id) },
    body: { below: { amount: 80_00, currency: 'EUR' } },
  });
  return id;
};

let who: Member;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  for (const job of ['price-alerts.notify', 'saved-searches.match', 'favorites.alert'])
    await run(job);
});
beforeEach(async () => {
  who = await users.current.member();
  await run('notices.deliver');
  users.current.mails.length = 0;
  users.current.pushes.length = 0;
});

/** What a user waits for, and the job that finds it. */
const occasions = {
  'a price alert': {
    job: 'price-alerts.notify',
    happen: async () => reprice(await awaitPrice(who, 'Лаптоп'), 79_00),
    notice: { kind: 'price_alert', deal: { price: { amount: 79_00, currency: 'EUR' } } },
  },
  'a saved search': {
    job: 'saved-searches.match',
    happen: async () => {
      const body = { query: 'q=тротинетка', name: 'Тротинетка' };
      await users.current.ask(saveSearch, { token: who.token, body });
      users.current.time += 1_000;
      await insertDeal('Тротинетка');
    },
    notice: { kind: 'saved_search', count: 1 },
  },
  'a favourite': {
    job: 'favorites.alert',
    happen: async () => {
      const id = await insertDeal('Чадър');
      await users.current.ask(addFavorite, { token: who.token, params: { id: String(id) } });
      await reprice(id, 70_00);
    },
    notice: { kind: 'price_drop', deal: { price: { amount: 70_00, currency: 'EUR' } } },
  },
} as const;

describe.each(Object.entries(occasions))('%s', (_, { job, happen, notice }) => {
  test('arrives once after a kill before the commit of its notice', async () => {
    await happen();
    await killAt('INSERT ON notices', job);
    expect(await notified(who)).toEqual([]);
    await run(job);
    await run(job);
    expect(await notified(who)).toMatchObject([notice]);
    await run('notices.deliver');
    await run('notices.deliver');
    expect(users.current.mails).toHaveLength(1);
  });

  test('arrives once after a kill between its notice and the end of the run', async () => {
    await happen();
    await killAt('UPDATE ON change_readers', job);
    expect(await notified(who)).toMatchObject([notice]);
    await run('notices.deliver');
    await run(job);
    expect(await notified(who)).toHaveLength(1);
    await run('notices.deliver');
    expect(users.current.mails).toHaveLength(1);
  });
});

test('matches of a saved search arrive once each after a kill amid several pages of changes', async () => {
  const body = { query: 'category=travel', name: 'Пътувания' };
  await users.current.ask(saveSearch, { token: who.token, body });
  users.current.time += 1_000;
  const at = new Date(users.current.time);
  // One match in the first page of 1,000, and one in the second; the third is found meanwhile.
  const deals = Array.from({ length: 2_100 }, (_, index) =>
    aDeal({ category: index % 1_500 === 0 ? 'travel' : 'food', created_at: at, posted_at: at }),
  );
  const ids = await insertDeals(users.current.database.database, deals);
  const condition = `NEW.deal_id = ${ids[1_500]}`;
  await killAt('INSERT ON saved_search_matches', 'saved-searches.match', condition);
  expect(await notified(who)).toMatchObject([{ count: 1, deals: [{ id: String(ids[0]) }] }]);
  await run('saved-searches.match');
  expect(await notified(who)).toMatchObject([
    { count: 2, deals: [{ id: String(ids[1_500]) }, { id: String(ids[0]) }] },
  ]);
});

test.each([
  ['a price alert', 'price_alerts'],
  ['a favourite', 'favorites'],
] as const)('%s arrives by another run after the one that took it failed', async (what, table) => {
  const { job, happen, notice } = occasions[what];
  await happen();
  let other = Promise.resolve();
  // What a run has taken is locked until it fails.
  await users.current.database.database.transaction().execute(async (transaction) => {
    await sql`SELECT FROM ${sql.table(table)} WHERE user_id = ${who.id} FOR UPDATE`.execute(
      transaction,
    );
    let hasEnded = false;
    other = run(job).then(() => void (hasEnded = true));
    await expect
      .poll(async () => hasEnded || (await countLockWaits(users.current.database.database)) > 0)
      .toBe(true);
  });
  await other;
  expect(await notified(who)).toMatchObject([notice]);
});

/** Lowers a price that the user waits for. */
const lower = async (title: string): Promise<void> => {
  await reprice(await awaitPrice(who, title), 79_00);
  await run('price-alerts.notify');
};

describe('the mail of a notice', () => {
  test('arrives after a kill before it is sent', async () => {
    await lower('Телевизор');
    await killAt('UPDATE OF mail_id ON notices', 'notices.deliver');
    expect(users.current.mails).toEqual([]);
    await run('notices.deliver');
    expect(users.current.mails).toHaveLength(1);
  });

  test('is the same mail after a kill between the mail server and the mark', async () => {
    await lower('Телевизор');
    await killAt('UPDATE OF mail_due ON notices', 'notices.deliver');
    const [first] = users.current.mails;
    await lower('Хладилник');
    await run('notices.deliver');
    await run('notices.deliver');
    await run('notices.deliver');
    const [, again, other, ...rest] = users.current.mails;
    // Mailboxes keep one mail of each Message-ID.
    expect(first?.messageId).toMatch(/^<[\da-f-]{36}@localhost>$/);
    expect(again).toEqual(first);
    expect(again?.text).not.toContain('Хладилник');
    expect(other?.text).toContain('Хладилник');
    expect(other?.messageId).not.toBe(first?.messageId);
    expect(rest).toEqual([]);
  });

  test('keeps its id and its notices while the mail server is away', async () => {
    users.current.mailFailures.add(who.email);
    await lower('Печка');
    await run('notices.deliver');
    await lower('Фурна');
    users.current.mailFailures.clear();
    await run('notices.deliver');
    await run('notices.deliver');
    await run('notices.deliver');
    expect(users.current.mails.map(({ text }) => /Печка|Фурна/.exec(text)?.[0])).toEqual([
      'Печка',
      'Фурна',
    ]);
  });

  test('comes with a push that replaces itself', async () => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${who.id}`;
    await users.current.ask(addPushSubscription, {
      token: who.token,
      body: { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
    });
    await lower('Пералня');
    await killAt('UPDATE OF push_due ON notices', 'notices.deliver');
    await run('notices.deliver');
    await run('notices.deliver');
    const [one, two, ...rest] = users.current.pushes.map(({ payload }) =>
      pushMessageSchema.parse(JSON.parse(payload)),
    );
    expect(two).toEqual(one);
    expect(rest).toEqual([]);
  });
});
