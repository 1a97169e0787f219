import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockUser } from '@izgodno/contract/blocks/calls';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import {
  addPushSubscription,
  removePushSubscription,
  setNoticePreferences,
} from '@izgodno/contract/notices/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { aDeal, insertDeals, insertSources, updateDeal, type NewDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { leaveOutOutdated } from './outdated-notices.ts';

const users = provideUsersApp();

const deliver = () => users.current.jobs.fire('notices.deliver');

/** Lowers the price of a favourite. */
const dropPrice = async (
  who: Member,
  title: string,
  given: Partial<NewDeal> = {},
): Promise<number> => {
  const { database } = users.current.database;
  users.current.time += 1_000;
  const [id = 0] = await insertDeals(database, [aDeal({ title, ...given })]);
  await users.current.ask(addFavorite, { token: who.token, params: { id: String(id) } });
  await updateDeal(database, id, { price_amount: 8_00, price_eur: 8_00 });
  await users.current.jobs.fire('favorites.alert');
  return id;
};

const subscribe = (who: Member) =>
  users.current.ask(addPushSubscription, {
    token: who.token,
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${who.id}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
  });

/** What was mailed and pushed, as one text. */
const sent = (): string =>
  [
    ...users.current.mails.map(({ text }) => text),
    ...users.current.pushes.map(({ payload }) => payload),
  ].join('\n');

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await users.current.jobs.fire('favorites.alert');
  await users.current.jobs.fire('saved-searches.match');
});
beforeEach(async () => {
  users.current.mailErrors.clear();
  await deliver();
  users.current.mails.length = 0;
  users.current.pushes.length = 0;
});

const rejection = (responseCode: number, command = 'RCPT TO') =>
  Object.assign(new Error(`${responseCode} no`), { responseCode, command });

/** Delivers once a minute. Returns how often the last mail was tried. */
const deliverFor = async (who: Member, minutes: number, error: Error): Promise<number> => {
  users.current.mailErrors.set(who.email, error);
  for (let minute = 0; minute < minutes; minute += 1) {
    await deliver();
    users.current.time += MINUTE_MS;
  }
  users.current.mailErrors.clear();
  expect(users.current.mails).toEqual([]);
  const { attempts } = await users.current.database.database
    .selectFrom('mail_log')
    .select('attempts')
    .orderBy('first_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return attempts;
};

describe('a refused mail', () => {
  test('is tried with growing delays, and is given up in the end', async () => {
    const who = await users.current.member();
    await dropPrice(who, 'Refused');
    expect(await deliverFor(who, 60, rejection(550))).toBe(6);
    expect(await deliverFor(who, 240, rejection(550))).toBe(8);
    users.current.time += 60 * MINUTE_MS;
    await deliver();
    expect(users.current.mails).toEqual([]);
  });

  test('is not given up while the rejection may be temporary or concern every mail', async () => {
    const full = await users.current.member();
    await dropPrice(full, 'Full mailbox');
    expect(await deliverFor(full, 600, rejection(452))).toBe(15);
    users.current.time += 60 * MINUTE_MS;
    await deliver();
    expect(users.current.mails).toMatchObject([{ to: full.email }]);
    users.current.mails.length = 0;
    const all = await users.current.member();
    await dropPrice(all, 'No account');
    expect(await deliverFor(all, 20, rejection(535, 'AUTH'))).toBe(20);
    await deliver();
    expect(users.current.mails).toMatchObject([{ to: all.email }]);
  });

  test('holds back no other', async () => {
    const who = await users.current.member();
    await dropPrice(who, 'Refused');
    users.current.mailErrors.set(who.email, rejection(550));
    await deliver();
    users.current.mailErrors.clear();
    await dropPrice(who, 'Another');
    await deliver();
    expect(users.current.mails).toHaveLength(1);
    expect(users.current.mails[0]?.text).toContain('Another');
    users.current.time += MINUTE_MS;
    await deliver();
    expect(users.current.mails).toHaveLength(2);
    expect(users.current.mails[1]?.text).toContain('Refused');
  });
});

describe('a due notice is not sent any more', () => {
  test('once its kind is turned off, by the channel that is', async () => {
    const who = await users.current.member();
    await subscribe(who);
    await dropPrice(who, 'Unwanted');
    const choose = (channels: object) =>
      users.current.ask(setNoticePreferences, {
        token: who.token,
        body: { preferences: { price_drop: channels } },
      });
    await choose({ mail: false });
    await choose({ mail: true });
    await deliver();
    expect(users.current.mails).toEqual([]);
    expect(users.current.pushes).toHaveLength(1);
  });

  test('by the choice of its reader, and by nothing that another does', async () => {
    const [who, other] = [await users.current.member(), await users.current.member()];
    await subscribe(who);
    await dropPrice(who, 'Wanted');
    const { token } = other;
    const endpoint = `https://fcm.googleapis.com/fcm/send/${who.id}`;
    await users.current.ask(removePushSubscription, { token, body: { endpoint } });
    const preferences = { price_drop: { mail: false, push: false } };
    await users.current.ask(setNoticePreferences, { token, body: { preferences } });
    await deliver();
    expect(users.current.mails).toMatchObject([{ to: who.email }]);
    expect(users.current.pushes).toHaveLength(1);
  });

  test('once the kind is turned off that decides about it, too', async () => {
    const who = await users.current.member();
    await dropPrice(who, 'Unwanted');
    const { database } = users.current.database;
    const kind = 'watched_page';
    await database.updateTable('notices').set({ kind }).where('user_id', '=', who.id).execute();
    await users.current.ask(setNoticePreferences, {
      token: who.token,
      body: { preferences: { price_alert: { mail: false } } },
    });
    await deliver();
    expect(users.current.mails).toEqual([]);
  });

  test('about a deal that was deleted meanwhile', async () => {
    const who = await users.current.member();
    await subscribe(who);
    const id = await dropPrice(who, 'Deleted');
    await dropPrice(who, 'Kept');
    await updateDeal(users.current.database.database, id, {
      status: 'deleted',
      deleted_at: new Date(users.current.time),
    });
    await deliver();
    expect(sent()).not.toContain('Deleted');
    expect(users.current.mails).toHaveLength(1);
    expect(users.current.pushes).toHaveLength(1);
    await deliver();
    expect(users.current.mails).toHaveLength(1);
  });

  test('about the deal of a member who was blocked meanwhile', async () => {
    const [who, seller] = [await users.current.member(), await users.current.member()];
    await subscribe(who);
    await dropPrice(who, 'Of somebody blocked', { seller_id: seller.id });
    await users.current.ask(blockUser, { token: who.token, params: { userId: seller.id } });
    await deliver();
    expect(sent()).toBe('');
  });

  test('about what else a member does who was blocked meanwhile', async () => {
    const { database } = users.current.database;
    const who = await users.current.member();
    const [blocked, other] = [await users.current.member(), await users.current.member()];
    const contentsOf = async (member: Member): Promise<readonly NoticeContent[]> => {
      const ids = await insertDeals(database, [aDeal({ seller_id: member.id }), aDeal()]);
      const [theirs, mine] = ids.map((id) => ({
        id: String(id),
        title: 'Колело',
        price: { amount: 8_00, currency: 'EUR' as const },
      }));
      if (theirs === undefined || mine === undefined) throw new Error('No deals.');
      return [
        { kind: 'channel_invitation', channel: { id: who.id, name: 'Общ' }, inviter: member },
        { kind: 'no_longer_available', deal: theirs, why: 'sold' },
        { kind: 'deal_comment', deal: mine, latest: member, others: 0, from: 1, to: 1 },
      ];
    };
    const contents = [...(await contentsOf(blocked)), ...(await contentsOf(other))];
    await users.current.ask(blockUser, { token: who.token, params: { userId: blocked.id } });
    const due = contents.map((content, rank) => ({ id: String(rank), content }));
    const context = { database, clock: { now: () => users.current.time } };
    const left = await leaveOutOutdated(context, who.id, due);
    expect(left.map(({ id }) => id)).toEqual(['3', '4', '5']);
  });

  test('and a saved search counts only the deals that are left', async () => {
    const who = await users.current.member();
    await users.current.ask(saveSearch, {
      token: who.token,
      body: { query: 'category=sports', name: 'Спорт' },
    });
    const at = new Date((users.current.time += 1_000));
    const given = { category: 'sports', posted_at: at, created_at: at } as const;
    const ids = await insertDeals(users.current.database.database, [aDeal(given), aDeal(given)]);
    await users.current.jobs.fire('saved-searches.match');
    await updateDeal(users.current.database.database, ids[0] ?? 0, {
      status: 'deleted',
      deleted_at: at,
    });
    await deliver();
    expect(users.current.mails[0]?.text).toContain('Спорт: 1 new deal\n');
  });

  test('to a suspended user, but for decisions of moderators', async () => {
    const { database } = users.current.database;
    const who = await users.current.member();
    const at = new Date(users.current.time);
    await database
      .insertInto('suspensions')
      .values({ user_id: who.id, reason: 'спам', began_at: at, ends_at: null })
      .execute();
    const deal = { id: '1', title: 'Колело', price: { amount: 8_00, currency: 'EUR' as const } };
    const contents: readonly NoticeContent[] = [
      { kind: 'own_deal_expired', deal, why: 'date' },
      { kind: 'own_deal_expired', deal, why: 'moderator', reason: 'Няма го' },
      { kind: 'back_in_stock', deal },
      { kind: 'own_deal_removed', deal, reason: 'Измама' },
    ];
    const due = contents.map((content, rank) => ({ id: String(rank), content }));
    const context = { database, clock: { now: () => users.current.time } };
    const left = await leaveOutOutdated(context, who.id, due);
    expect(left.map(({ id }) => id)).toEqual(['1', '3']);
  });
});
