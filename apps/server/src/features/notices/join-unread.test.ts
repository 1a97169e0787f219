import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import {
  addPushSubscription,
  listNotices,
  setNoticePreferences,
} from '@izgodno/contract/notices/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
let who: Member;

/** Finds so many new deals. */
const find = async (count = 1): Promise<void> => {
  users.current.time += 1_000;
  const at = new Date(users.current.time);
  const deals = Array.from({ length: count }, () =>
    aDeal({ category: 'sports', posted_at: at, created_at: at }),
  );
  await insertDeals(users.current.database.database, deals);
  users.current.time += 1_000;
  await users.current.jobs.fire('saved-searches.match');
};

const deliver = () => users.current.jobs.fire('notices.deliver');

const choose = (channels: object) =>
  users.current.ask(setNoticePreferences, {
    token: who.token,
    body: { preferences: { saved_search: channels } },
  });

/** The numbers of deals that mails have said, the oldest first. */
const mailed = () =>
  users.current.mails.map(({ text }) => Number(/Спорт: (\d+) new deal/.exec(text)?.[1]));

const pushed = () =>
  users.current.pushes.map(({ payload }) => Number(/Спорт: (\d+) new deal/.exec(payload)?.[1]));

const shown = async () => {
  const { notices } = await users.current.ask(listNotices, { token: who.token });
  return notices.map(({ content }) => (content.kind === 'saved_search' ? content.count : null));
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await users.current.jobs.fire('saved-searches.match');
});

beforeEach(async () => {
  await users.current.database.database.deleteFrom('saved_searches').execute();
  await deliver();
  users.current.mails.length = 0;
  users.current.pushes.length = 0;
  who = await users.current.member();
  await users.current.ask(addPushSubscription, {
    token: who.token,
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${who.id}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
  });
  await users.current.ask(saveSearch, {
    token: who.token,
    body: { query: 'category=sports', name: 'Спорт' },
  });
});

describe('new matches of a saved search whose notice is unread', () => {
  test('are mailed if the user no longer wants them in the page', async () => {
    await find();
    await deliver();
    await choose({ inApp: false });
    await find(2);
    await deliver();
    expect(mailed()).toEqual([1, 2]);
    expect(pushed()).toEqual([1, 2]);
    expect(await shown()).toEqual([1]);
  });

  test('are in the mail about it that is not sent yet', async () => {
    await find();
    await find(2);
    await deliver();
    users.current.time += 61 * MINUTE_MS;
    await deliver();
    expect(mailed()).toEqual([3]);
    expect(pushed()).toEqual([3]);
    expect(await shown()).toEqual([3]);
  });

  test('are mailed and pushed together, an hour after the last mail', async () => {
    await find();
    await deliver();
    await find(2);
    users.current.time += 20 * MINUTE_MS;
    await find();
    await deliver();
    expect(mailed()).toEqual([1]);
    users.current.time += 41 * MINUTE_MS;
    await deliver();
    await deliver();
    expect(mailed()).toEqual([1, 3]);
    expect(pushed()).toEqual([1, 3]);
    expect(await shown()).toEqual([4]);

    await find();
    users.current.time += 50 * MINUTE_MS;
    await deliver();
    expect(mailed()).toEqual([1, 3]);
    users.current.time += 11 * MINUTE_MS;
    await deliver();
    expect(mailed()).toEqual([1, 3, 1]);
  });

  test('are in another notice after a day', async () => {
    await find();
    users.current.time += DAY_MS;
    await find();
    const { database } = users.current.database;
    const rows = await database
      .selectFrom('notices')
      .select('in_app')
      .where('user_id', '=', who.id)
      .execute();
    expect(rows).toEqual([{ in_app: true }, { in_app: true }]);
  });

  test('are only shown if the user wants neither mails nor pushes', async () => {
    await choose({ mail: false, push: false });
    await find();
    await find();
    users.current.time += 61 * MINUTE_MS;
    await deliver();
    expect([...mailed(), ...pushed()]).toEqual([]);
    expect(await shown()).toEqual([2]);
  });
});
