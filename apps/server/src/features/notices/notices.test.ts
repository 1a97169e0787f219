import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { moderateDeal } from '@izgodno/contract/moderation/calls';
import {
  addPushSubscription,
  countUnreadNotices,
  deleteNotice,
  getNoticePreferences,
  listNotices,
  markNoticesRead,
  MAX_PUSH_SUBSCRIPTIONS,
  removePushSubscription,
  setNoticePreferences,
  unsubscribe,
} from '@izgodno/contract/notices/calls';
import { pushMessageSchema } from '@izgodno/contract/notices/notice';
import { createDeal } from '@izgodno/contract/posts/calls';
import { updateSettings } from '@izgodno/contract/profiles/calls';
import { createInProcessBus } from '#platform/bus.ts';
import { createSessionLocks } from '#platform/database/session-locks.ts';
import { noMailer } from '#platform/mail/mailer.ts';
import { noPusher, PushRejectedError } from '#platform/push/pusher.ts';
import { Publisher } from '#features/realtime/api.ts';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { createNoticeDelivery } from './notice-delivery.ts';

const users = provideUsersApp();

/** Lowers the price of a favourite of each of these users. */
const dropPrice = async (title: string, ...keepers: readonly Member[]): Promise<void> => {
  const { database } = users.current.database;
  users.current.time += 1_000;
  const [id = 0] = await insertDeals(database, [aDeal({ title })]);
  for (const { token } of keepers)
    await users.current.ask(addFavorite, { token, params: { id: String(id) } });
  await updateDeal(database, id, { price_amount: 8_00, price_eur: 8_00 });
  await users.current.jobs.fire('favorites.alert');
};

const deliver = () => users.current.jobs.fire('notices.deliver');
const list = (who: Member, query: Record<string, string> = {}) =>
  users.current.ask(listNotices, { token: who.token, query });
const setPreferences = (who: Member, preferences: object) =>
  users.current.ask(setNoticePreferences, { token: who.token, body: { preferences } });

const subscription = (endpoint: string) => ({
  endpoint,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});
const subscribe = (who: Member, endpoint: string) =>
  users.current.ask(addPushSubscription, { token: who.token, body: subscription(endpoint) });

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await users.current.jobs.fire('favorites.alert');
});
beforeEach(async () => {
  await deliver();
  users.current.mails.length = 0;
  users.current.pushes.length = 0;
});

describe('the notice centre', () => {
  test('lists latest first, continues at the cursor, and counts unread ones', async () => {
    const who = await users.current.member();
    for (const title of ['A', 'B', 'C']) await dropPrice(title, who);
    const first = await list(who, { limit: '2' });
    const second = await list(who, { limit: '2', cursor: first.nextCursor ?? '' });
    const notices = [...first.notices, ...second.notices];
    expect(notices.map(({ content }) => ('deal' in content ? content.deal.title : ''))).toEqual([
      'C',
      'B',
      'A',
    ]);
    expect(first.unread).toBe(3);

    const [latest, middle, oldest] = notices;
    await users.current.ask(markNoticesRead, {
      token: who.token,
      body: { ids: [latest?.id] },
    });
    expect((await list(who, { unread: 'true' })).notices.map(({ id }) => id)).toEqual([
      middle?.id,
      oldest?.id,
    ]);
    const params = { id: oldest?.id ?? '' };
    expect(await users.current.ask(deleteNotice, { token: who.token, params })).toMatchObject({
      unread: 1,
    });
    await users.current.ask(markNoticesRead, { token: who.token, body: {} });
    expect(await users.current.ask(countUnreadNotices, { token: who.token })).toMatchObject({
      unread: 0,
    });
  });

  test('shows the same number on all devices when notices are read or deleted on one', async () => {
    const who = await users.current.member();
    for (const title of ['A', 'B', 'C']) await dropPrice(title, who);
    const [latest, middle] = (await list(who)).notices;
    const publish = vi.spyOn(users.current.bus, 'publish');
    onTestFinished(() => publish.mockRestore());
    const { token } = who;
    for (let time = 0; time < 2; time += 1)
      await users.current.ask(markNoticesRead, { token, body: { ids: [latest?.id] } });
    await users.current.ask(deleteNotice, { token, params: { id: middle?.id ?? '' } });
    for (let time = 0; time < 2; time += 1)
      await users.current.ask(markNoticesRead, { token, body: {} });
    // Messages about the deals themselves may still come.
    const messages = publish.mock.calls.map(([, message]) => message);
    expect(messages.filter((message) => JSON.stringify(message).includes('notice.'))).toEqual(
      [2, 1, 0].map((unread) => ({
        userIds: [who.id],
        event: JSON.stringify({ type: 'notice.created', data: { unread } }),
      })),
    );
  });

  test('is private', async () => {
    const [who, other] = [await users.current.member(), await users.current.member()];
    await dropPrice('Mine', who);
    const [notice] = (await list(who)).notices;
    const params = { id: notice?.id ?? '' };
    expect(
      await users.current.rejection(deleteNotice, { token: other.token, params }),
    ).toMatchObject({ status: 404 });
    await users.current.ask(markNoticesRead, { token: other.token, body: { ids: [params.id] } });
    expect((await list(who)).unread).toBe(1);
  });

  test('rejects an invalid cursor', async () => {
    const who = await users.current.member();
    expect(
      await users.current.rejection(listNotices, { token: who.token, query: { cursor: 'x' } }),
    ).toMatchObject({ status: 400, fields: ['cursor'] });
  });
});

describe('preferences', () => {
  test('change by kind and channel, and decide which notices are sent', async () => {
    const who = await users.current.member();
    const { preferences } = await setPreferences(who, { price_drop: { inApp: false } });
    expect(preferences.price_drop).toEqual({ inApp: false, mail: true, push: true });
    await dropPrice('By mail only', who);
    expect((await list(who)).notices).toEqual([]);
    await deliver();
    expect(users.current.mails).toHaveLength(1);

    await setPreferences(who, { price_drop: { mail: false, push: false } });
    await dropPrice('Not at all', who);
    await deliver();
    expect(users.current.mails).toHaveLength(1);
    const last = await setPreferences(who, { price_drop: { inApp: true } });
    expect(last.preferences.price_drop).toEqual({ inApp: true, mail: false, push: false });
  });
});

describe('mail', () => {
  test('is sent once to a user, with all notices, in their language', async () => {
    const who = await users.current.member();
    await users.current.ask(updateSettings, { token: who.token, body: { language: 'bg' } });
    await dropPrice('Фотоапарат <b>', who);
    await dropPrice('Статив', who);
    await Promise.all([deliver(), deliver()]);
    await deliver();
    expect(users.current.mails).toHaveLength(1);
    const [mail] = users.current.mails;
    expect(mail).toMatchObject({ to: who.email, subject: '2 известия за Вас - Изгодно' });
    expect(mail?.text).toContain('Цената падна\nФотоапарат <b>: 10,00\u00a0€ → 8,00\u00a0€');
    expect(mail?.html).toContain('Фотоапарат &#60;b&#62;');
    expect(mail?.html).not.toContain('<b>');
  });

  test('is stopped by its link without a sign-in, by mail programs and users', async () => {
    const who = await users.current.member();
    await dropPrice('Лаптоп', who);
    await deliver();
    const [mail] = users.current.mails;
    const stop = new URL(mail?.unsubscribeUrl ?? '');
    expect(mail?.text.endsWith(`: ${stop.origin}/unsubscribe${stop.search}`)).toBe(true);
    const page = await users.current.app.inject(`/unsubscribe${stop.search}`);
    expect(page.statusCode).toBe(200);
    const before = await users.current.ask(getNoticePreferences, { token: who.token });
    expect(before.preferences.price_drop.mail).toBe(true);

    const oneClick = await users.current.app.inject({
      method: 'POST',
      url: stop.pathname + stop.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(oneClick.json()).toEqual({ success: true });
    const after = await users.current.ask(getNoticePreferences, { token: who.token });
    expect(after.preferences.price_drop).toEqual({ inApp: true, mail: false, push: true });
    expect(after.preferences.back_in_stock.mail).toBe(true);

    const byButton = await users.current.app.inject({
      method: 'POST',
      url: `/unsubscribe${stop.search.replace('price_drop', 'all')}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(byButton.statusCode).toBe(200);
    const all = await users.current.ask(getNoticePreferences, { token: who.token });
    expect(Object.values(all.preferences).some(({ mail }) => mail)).toBe(false);
  });

  test.for(['', 'x', 'x.price_drop', '.all'])(
    'accepts no link that was not sent: "%s"',
    async (token) => {
      expect(await users.current.rejection(unsubscribe, { query: { token } })).toMatchObject({
        status: 404,
      });
      const page = await users.current.app.inject({
        method: 'POST',
        url: `/unsubscribe?token=${token}`,
      });
      expect(page.statusCode).toBe(404);
    },
  );

  test('is not sent for an unproven address, also once it is proven', async () => {
    const who = await users.current.member();
    const prove = (at: Date | null) =>
      users.current.database.database
        .updateTable('users')
        .set({ email_confirmed_at: at })
        .where('id', '=', who.id)
        .execute();
    await subscribe(who, `https://fcm.googleapis.com/fcm/send/${who.id}`);
    await prove(null);
    await dropPrice('Withheld', who);
    await deliver();
    expect(users.current.mails).toEqual([]);
    expect(users.current.pushes).toHaveLength(1);
    expect((await list(who)).unread).toBe(1);

    await prove(new Date(users.current.time));
    await deliver();
    expect(users.current.mails).toEqual([]);
    await dropPrice('Sent', who);
    await deliver();
    expect(users.current.mails.map(({ to }) => to)).toEqual([who.email]);
  });

  test('and push tell a suspended user of decisions of moderators, and of nothing else', async () => {
    const [who, moderator] = [await users.current.member(), await users.current.member('admin')];
    await subscribe(who, `https://fcm.googleapis.com/fcm/send/${who.id}`);
    const { deal } = await users.current.ask(createDeal, {
      token: who.token,
      body: { title: 'Мое', price: { amount: 5_00, currency: 'EUR' }, category: 'sports' },
    });
    await dropPrice('Чуждо', who);
    await users.current.ask(suspendUser, {
      token: moderator.token,
      params: { userId: who.id },
      body: { reason: 'спам' },
    });
    await users.current.ask(moderateDeal, {
      token: moderator.token,
      params: { id: deal.id },
      body: { action: 'remove', reason: 'Измама' },
    });
    users.current.mails.length = 0;
    await deliver();
    const mails = users.current.mails.filter(({ to }) => to === who.email);
    expect(mails.map(({ kind, text }) => [kind, text])).toEqual([
      ['notices', expect.stringContaining('Мое: Измама')],
    ]);
    expect(mails[0]?.text).not.toContain('Чуждо');
    expect(users.current.pushes).toEqual([]);
  });

  test('is sent once although a deadlock ends what marks it as sent', async () => {
    const who = await users.current.member();
    await subscribe(who, `https://fcm.googleapis.com/fcm/send/${who.id}`);
    await dropPrice('Once', who);
    const { database } = users.current.database;
    // A sequence keeps its count when a transaction is rolled back.
    await sql`CREATE SEQUENCE deadlocks`.execute(database);
    await sql`CREATE FUNCTION fail_at_first() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('deadlocks') % 2 = 1 THEN
          RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected';
        END IF;
        RETURN NEW;
      END $$`.execute(database);
    await sql`CREATE TRIGGER fail_at_first BEFORE UPDATE ON notices
      FOR EACH ROW EXECUTE FUNCTION fail_at_first()`.execute(database);
    try {
      await deliver();
      await deliver();
      expect(users.current.mails).toHaveLength(1);
      expect(users.current.pushes).toHaveLength(1);
    } finally {
      await sql`DROP TRIGGER fail_at_first ON notices`.execute(database);
    }
  });

  test('reaches every user, also if those to whom nothing can be sent fill a run', async () => {
    const { database, pool } = users.current.database;
    const away = [await users.current.member(), await users.current.member()];
    const who = await users.current.member();
    await dropPrice('Behind others', ...away, who);
    const attempts: string[] = [];
    const deliverToOne = createNoticeDelivery(
      {
        database,
        clock: { now: () => users.current.time },
        locks: createSessionLocks(pool),
        logger: users.current.app.log,
        mailer: {
          ...noMailer,
          send: async ({ to }) => {
            attempts.push(to);
            throw new Error('The mail server is away.');
          },
        },
        pusher: noPusher,
        publisher: new Publisher(createInProcessBus()),
        siteName: 'Изгодно',
        baseUrl: 'https://izgodno.example',
      },
      1,
    );
    for (let run = 0; run < 4; run += 1) await deliverToOne(new AbortController().signal);
    const [first = '', ...others] = attempts;
    expect(others.at(-1)).toBe(first);
    expect(new Set(attempts)).toEqual(new Set([...away, who].map(({ email }) => email)));
  });

  test('that could not be sent for a day is given up', async () => {
    const who = await users.current.member();
    await subscribe(who, `https://fcm.googleapis.com/fcm/send/${who.id}`);
    await dropPrice('Old news', who);
    users.current.time += 25 * 60 * 60_000;
    await deliver();
    expect(users.current.mails).toEqual([]);
    expect(users.current.pushes).toEqual([]);
    users.current.time -= 25 * 60 * 60_000;
  });
});

describe('pushes', () => {
  test('reach every browser of a user until it unsubscribes', async () => {
    const who = await users.current.member();
    const [one, two] = ['a', 'b'].map((id) => `https://fcm.googleapis.com/fcm/send/${id}`);
    await subscribe(who, one ?? '');
    await subscribe(who, two ?? '');
    users.current.goneEndpoints.add(two ?? '');
    await dropPrice('Слушалки', who);
    await deliver();
    expect(users.current.pushes.map(({ target }) => target.endpoint)).toEqual([one]);
    expect(
      pushMessageSchema.parse(JSON.parse(users.current.pushes[0]?.payload ?? '')),
    ).toMatchObject({ title: 'The price has dropped', body: 'Слушалки: €10.00 → €8.00' });

    await users.current.ask(removePushSubscription, {
      token: who.token,
      body: { endpoint: one },
    });
    users.current.goneEndpoints.clear();
    await dropPrice('Никой', who);
    await deliver();
    expect(users.current.pushes).toHaveLength(1);
  });

  test('reach the other browsers once if one of them fails', async () => {
    const who = await users.current.member();
    const [one, failing, three] = ['one', 'failing', 'three'].map(
      (id) => `https://fcm.googleapis.com/fcm/send/${who.id}/${id}`,
    );
    for (const endpoint of [one, failing, three]) await subscribe(who, endpoint ?? '');
    users.current.pushErrors.set(failing ?? '', new Error('500'));
    await dropPrice('Each once', who);
    await deliver();
    await deliver();
    const sent = users.current.pushes.map(({ target }) => target.endpoint);
    expect(sent).toHaveLength(2);
    expect(new Set(sent)).toEqual(new Set([one, three]));
  });

  test('that no browser got are sent again, unless the service rejects them for good', async () => {
    const who = await users.current.member();
    const endpoint = `https://fcm.googleapis.com/fcm/send/${who.id}`;
    await subscribe(who, endpoint);
    users.current.pushErrors.set(endpoint, new PushRejectedError('403'));
    await dropPrice('Rejected', who);
    await deliver();
    users.current.pushErrors.set(endpoint, new Error('500'));
    await dropPrice('Later', who);
    await deliver();
    users.current.pushErrors.clear();
    await deliver();
    await deliver();
    expect(users.current.pushes.map(({ payload }) => payload)).toEqual([
      expect.stringContaining('Later'),
    ]);
  });

  test.for([
    'https://localhost/x',
    'https://169.254.169.254/latest',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
  ])('are sent to push services only: %s', async (endpoint) => {
    const who = await users.current.member();
    expect(
      await users.current.rejection(addPushSubscription, {
        token: who.token,
        body: subscription(endpoint),
      }),
    ).toMatchObject({ status: 400, fields: ['endpoint'] });
  });

  test('the oldest browsers are removed', async () => {
    const [who, other] = [await users.current.member(), await users.current.member()];
    await subscribe(other, `https://updates.push.services.mozilla.com/${other.id}`);
    for (let count = 0; count <= MAX_PUSH_SUBSCRIPTIONS; count += 1) {
      users.current.time += 1_000;
      await subscribe(who, `https://updates.push.services.mozilla.com/${who.id}/${count}`);
    }
    const left = await users.current.database.database
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', 'in', [who.id, other.id])
      .execute();
    // And the one of the other user.
    expect(left).toHaveLength(MAX_PUSH_SUBSCRIPTIONS + 1);
    expect(left.some(({ endpoint }) => endpoint.endsWith('/0'))).toBe(false);
  });
});
