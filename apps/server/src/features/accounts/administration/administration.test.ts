import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as calls from '@izgodno/contract/accounts/administration-calls';
import { changeRole, getMe, login, refresh, signUserOut } from '@izgodno/contract/accounts/calls';
import { createApiKey } from '@izgodno/contract/accounts/key-calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { openDirect } from '@izgodno/contract/chat/channel-calls';
import { listMessages, sendMessage } from '@izgodno/contract/chat/message-calls';
import type { Call } from '@izgodno/contract/common/call';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listReports, moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import { reportUser } from '@izgodno/contract/moderation/member-report-calls';
import { createDeal, deleteDeal } from '@izgodno/contract/posts/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { insertSources } from '#test/deal-factory.ts';
import { hashToken } from '#platform/tokens.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { lockRole } from '../session-repository.ts';
import { storeSuspension } from './suspensions.ts';

const users = provideUsersApp();
const NOBODY = '01890000-0000-7000-8000-000000000000';
/** As many as the limit of the call lets them post at once. */
const POSTS = 25;

let admin: Member;
let member: Member;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  admin = await users.current.member('admin');
  member = await users.current.member();
});

const post = async (who: Member, title: string): Promise<string> => {
  const body = { title, price: { amount: 10_00, currency: 'EUR' }, category: 'sports' };
  return (await users.current.ask(createDeal, { token: who.token, body })).deal.id;
};

const say = async (who: Member, to: Member, text: string) => {
  const { channel } = await users.current.ask(openDirect, {
    token: who.token,
    body: { userIds: [to.id] },
  });
  const body = { channelId: channel.id, clientId: crypto.randomUUID(), text };
  await users.current.ask(sendMessage, { token: who.token, body });
  return channel.id;
};

const act = (call: Call, userId: string, body?: object, who = admin) =>
  users.current.send(call, {
    token: who.token,
    params: { userId },
    ...(body === undefined ? {} : { body }),
  });
const suspend = async (userId: string, more: object = {}) => {
  const response = await act(calls.suspendUser, userId, { reason: 'Спам', ...more });
  expect(response.json()).toEqual({ success: true });
};
const lift = async (userId: string) => {
  expect((await act(calls.liftSuspension, userId)).json()).toEqual({ success: true });
};

const signIn = ({ email }: Member) =>
  users.current.send(login, { body: { email, password: somebody().password } });
const isVisible = async (dealId: string): Promise<boolean> =>
  (await users.current.send(getDeal, { params: { id: dealId } })).statusCode === 200;
const trailOf = async (subject: string) =>
  (
    await users.current.ask(listAudit, { token: admin.token, query: { kind: 'user', subject } })
  ).entries.map(({ action, actor, reason, details }) => [action, actor?.id, reason, details]);

const textsIn = async (channelId: string) =>
  (
    await users.current.ask(listMessages, { token: member.token, params: { channelId } })
  ).messages.map(({ text }) => text);
const countReported = async () =>
  (await users.current.ask(listReports, { token: admin.token })).total;
const countVisible = async (posts: readonly string[]) =>
  (await Promise.all(posts.map(isVisible))).filter(Boolean).length;
const find = (query: Record<string, string>) =>
  users.current.ask(calls.listUsers, { token: admin.token, query });

/** Repeats a channel's only message in the database, because the call has a limit. */
const repeatMessage = (channelId: string, times: number) =>
  sql`
    WITH repeated AS (
      INSERT INTO messages SELECT (jsonb_populate_record(m, jsonb_build_object(
        'seq', number, 'id', gen_random_uuid(), 'client_id', gen_random_uuid(),
        'version', number))).*
      FROM messages AS m, generate_series(2, ${times}::int) AS number
      WHERE m.channel_id = ${channelId})
    UPDATE channels SET last_seq = ${times} WHERE id = ${channelId}
  `.execute(users.current.database.database);

const countTexts = async (channelId: string) =>
  (
    await users.current.database.database
      .selectFrom('messages')
      .select('text')
      .where('channel_id', '=', channelId)
      .where('text', '!=', '')
      .execute()
  ).length;

/** A user with posts, a message and a reported post. */
const arrive = async (count = POSTS) => {
  member = await users.current.member();
  const { current } = users;
  const spammer = await current.member();
  const posts: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index % POSTS === 0) current.time += MINUTE_MS;
    posts.push(await post(spammer, `Хапче № ${index}`));
  }
  const channelId = await say(spammer, member, 'Купи хапчета');
  const [first = ''] = posts;
  await current.ask(reportDeal, {
    token: member.token,
    params: { id: first },
    body: { reason: 'spam' },
  });
  return { spammer, posts, channelId };
};

describe('a suspension', () => {
  test('ends the sessions on every node, refuses the sign-in and hides the posts', async () => {
    const { current } = users;
    const spammer = await current.member();
    const node = await current.startNode();
    const deal = await post(spammer, 'Еднорог от злато');
    const removed = await post(spammer, 'Изтрит еднорог');
    await current.ask(deleteDeal, { token: spammer.token, params: { id: removed } });
    const { refreshToken } = await current.login({ ...somebody(), email: spammer.email });
    expect((await current.send(getMe, { token: spammer.token, node })).statusCode).toBe(200);

    const until = new Date(current.time + DAY_MS).toISOString();
    await suspend(spammer.id, { until });

    for (const app of [current.app, node])
      expect((await current.send(getMe, { token: spammer.token, node: app })).statusCode).toBe(401);
    expect((await current.send(refresh, { body: { refreshToken } })).statusCode).toBe(401);
    const rejected = await signIn(spammer);
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().error).toMatchObject({
      code: 'account_suspended',
      details: { reason: 'Спам', until },
    });
    const wrong = { email: spammer.email, password: 'not-the-password' };
    expect(await current.rejection(login, { body: wrong })).toMatchObject({ code: 'login_failed' });
    expect(await isVisible(deal)).toBe(false);
    expect((await current.ask(listDeals, { query: { q: 'еднорог' } })).total).toBe(0);
    expect(await trailOf(spammer.id)).toEqual([
      ['user.suspend', admin.id, 'Спам', { until, content: 'hidden' }],
    ]);

    await lift(spammer.id);
    expect((await signIn(spammer)).statusCode).toBe(200);
    expect(await isVisible(deal)).toBe(true);
    expect(await isVisible(removed)).toBe(false);
    // Lifted already, so nothing is recorded.
    await lift(spammer.id);
    expect((await trailOf(spammer.id)).map(([action]) => action)).toEqual([
      'user.lift_suspension',
      'user.suspend',
    ]);
  });

  test('ends by itself, and survives the sweep of deleted posts', async () => {
    const { current } = users;
    const seller = await current.member();
    const deal = await post(seller, 'Кафемелачка');
    await suspend(seller.id, { until: new Date(current.time + 60 * DAY_MS).toISOString() });
    current.time += 59 * DAY_MS;
    admin = {
      ...admin,
      token: (await current.login({ ...somebody(), email: admin.email })).accessToken,
    };
    await current.jobs.fire('posts.forget');
    await current.jobs.runDue(new Date(current.time));
    expect((await signIn(seller)).statusCode).toBe(403);
    current.time += DAY_MS;
    expect((await signIn(seller)).statusCode).toBe(200);
    await current.jobs.fire('accounts.lift-ended-suspensions');
    expect(await isVisible(deal)).toBe(true);
    admin = {
      ...admin,
      token: (await current.login({ ...somebody(), email: admin.email })).accessToken,
    };
    expect((await trailOf(seller.id))[0]).toEqual(['user.lift_suspension', undefined, '', {}]);
  });

  test('ends the keys of programs, also one made by a call in progress', async () => {
    const { current } = users;
    const seller = await current.member();
    const body = { name: 'Лист', scopes: ['deals:write'] };
    const key = async () => (await current.ask(createApiKey, { token: seller.token, body })).secret;
    const [token, late] = [await key(), await key()];
    const draft = { title: 'Робот', price: { amount: 10_00, currency: 'EUR' }, category: 'sports' };
    const statusOf = async (token: string) =>
      (await current.send(createDeal, { token, body: draft })).statusCode;
    expect(await statusOf(token)).toBe(200);
    const row = await current.database.database
      .selectFrom('api_keys')
      .selectAll()
      .where('token_hash', '=', hashToken(late))
      .executeTakeFirstOrThrow();
    await suspend(seller.id);
    expect(await statusOf(token)).toBe(401);
    await current.database.database.insertInto('api_keys').values(row).execute();
    expect(await statusOf(late)).toBe(401);
    await lift(seller.id);
  });

  test('can be changed; its end is in the time to come', async () => {
    const { current } = users;
    const seller = await current.member();
    const past = { reason: 'Спам', until: new Date(current.time).toISOString() };
    const rejected = await act(calls.suspendUser, seller.id, past);
    expect(rejected.json().error).toMatchObject({
      code: 'validation_failed',
      fields: { until: {} },
    });
    const until = new Date(current.time + HOUR_MS).toISOString();
    await suspend(seller.id, { until });
    await suspend(seller.id, { reason: 'Измама' });
    expect((await signIn(seller)).json().error.details).toEqual({ reason: 'Измама' });
    await lift(seller.id);
  });

  test('is not ended by a job that read it before it was extended', async () => {
    const { current } = users;
    const { database } = current.database;
    const seller = await current.member();
    const until = new Date(current.time + SECOND_MS);
    await suspend(seller.id, { until: until.toISOString() });
    current.time += SECOND_MS;
    const run = await database.transaction().execute(async (transaction) => {
      await lockRole(transaction, seller.id);
      const run = current.jobs.fire('accounts.lift-ended-suspensions');
      await untilWaiting(database, 1);
      const later = new Date(current.time + HOUR_MS);
      const extended = { reason: 'Измама', until: later };
      await storeSuspension(transaction, seller.id, extended, new Date(current.time));
      return { run };
    });
    await run.run;
    expect((await signIn(seller)).json().error.details).toMatchObject({ reason: 'Измама' });
    await lift(seller.id);
  });

  test('leaves a deal removed that a moderator removed meanwhile', async () => {
    const { current } = users;
    const seller = await current.member();
    const [shown, removed] = [await post(seller, 'Маса'), await post(seller, 'Стол')];
    await suspend(seller.id);
    const reinstated = await current.send(moderateDeal, {
      token: admin.token,
      params: { id: shown },
      body: { action: 'reinstate', reason: 'Нищо лошо' },
    });
    expect(reinstated.statusCode).toBe(409);
    await current.ask(moderateDeal, {
      token: admin.token,
      params: { id: removed },
      body: { action: 'remove', reason: 'Забранено' },
    });
    await lift(seller.id);
    expect([await isVisible(shown), await isVisible(removed)]).toEqual([true, false]);
  });
});

describe('a spammer with many posts and messages', () => {
  test('is seen with what they did', async () => {
    const { current } = users;
    const { spammer, posts } = await arrive();
    const params = { userId: spammer.id };
    await current.ask(reportUser, {
      token: admin.token,
      params,
      body: { reason: 'spam', note: 'Само реклами' },
    });
    const details = await current.ask(calls.getUser, { token: admin.token, params });
    expect(details).toMatchObject({
      person: { id: spammer.id, email: spammer.email, status: 'active', suspension: null },
      posts: { total: POSTS },
      messages: 1,
      reports: { total: 1, items: [{ about: 'deal', subjectId: posts[0], isOpen: true }] },
      memberReports: {
        total: 1,
        items: [{ about: 'user', subjectId: spammer.id, note: 'Само реклами', isOpen: true }],
      },
    });
    expect(details.posts.items).toHaveLength(calls.SHOWN_OF_USER);
    expect(details.sessions).not.toHaveLength(0);
    await suspend(spammer.id, { removeContent: true });
  });

  test('is suspended with all of it, by one call', async () => {
    const reported = await countReported();
    const { spammer, posts, channelId } = await arrive();
    expect(await textsIn(channelId)).toEqual(['Купи хапчета']);
    await suspend(spammer.id, { removeContent: true });
    expect(await countVisible(posts)).toBe(0);
    expect(await textsIn(channelId)).toEqual(['']);
    expect(await countReported()).toBe(reported);
    await lift(spammer.id);
    expect(await countVisible(posts)).toBe(0);
  });

  test('is deleted with 50 posts and 500 messages, by one call', async () => {
    const { current } = users;
    const reported = await countReported();
    const { spammer, posts, channelId } = await arrive(50);
    await repeatMessage(channelId, 500);
    expect([await countVisible(posts), await countTexts(channelId)]).toEqual([50, 500]);
    const deleted = await act(calls.deleteUser, spammer.id, { reason: 'Спам' });
    expect(deleted.json()).toEqual({ success: true });
    expect((await current.send(getMe, { token: spammer.token })).statusCode).toBe(401);
    expect((await signIn(spammer)).json().error.code).toBe('login_failed');
    expect(await countVisible(posts)).toBe(0);
    expect(await countTexts(channelId)).toBe(0);
    expect(await countReported()).toBe(reported);
    expect(await trailOf(spammer.id)).toEqual([['user.delete', admin.id, 'Спам', {}]]);
    expect((await act(calls.getUser, spammer.id)).statusCode).toBe(404);
  });
});

describe('what a spammer was sending', () => {
  const words = { clientId: crypto.randomUUID(), text: 'Още хапчета' };

  test.each([
    ['suspension', calls.suspendUser, { removeContent: true }],
    ['deletion', calls.deleteUser, {}],
  ] as const)('when the %s began is erased a minute later', async (_, call, more) => {
    const { database } = users.current.database;
    const { spammer, channelId } = await arrive(1);
    const { acted, sent } = await database.transaction().execute(async (transaction) => {
      await sql`SELECT FROM channels WHERE id = ${channelId} FOR UPDATE`.execute(transaction);
      const acted = act(call, spammer.id, { reason: 'Спам', ...more });
      await untilWaiting(database, 1);
      const body = { ...words, channelId };
      const sent = users.current.send(sendMessage, { token: spammer.token, body });
      await untilWaiting(database, 2);
      return { acted, sent };
    });
    expect([(await acted).statusCode, (await sent).statusCode]).toEqual([200, 200]);
    await users.current.jobs.runDue(new Date(users.current.time + MINUTE_MS));
    expect(await textsIn(channelId)).toEqual(['', '']);
  });

  test('after the suspension was lifted stays', async () => {
    const { spammer, channelId } = await arrive(1);
    await suspend(spammer.id, { removeContent: true });
    await lift(spammer.id);
    const { accessToken: token } = await users.current.login({
      ...somebody(),
      email: spammer.email,
    });
    await users.current.ask(sendMessage, { token, body: { ...words, channelId } });
    await users.current.jobs.runDue(new Date(users.current.time + MINUTE_MS));
    expect(await textsIn(channelId)).toEqual([words.text, '']);
  });
});

describe('people', () => {
  test('are found by name, email, id, role and status, page by page', async () => {
    const { current } = users;
    const [first, second] = [await current.member(), await current.member('moderator')];
    expect((await find({ q: first.email.toUpperCase() })).people).toMatchObject([
      { id: first.id, role: 'member', status: 'active' },
    ]);
    expect((await find({ q: second.id })).people).toMatchObject([{ id: second.id }]);
    expect((await find({ role: 'moderator' })).people[0]).toMatchObject({ id: second.id });
    expect((await find({ q: '100%' })).total).toBe(0);
    await suspend(first.id);
    const suspended = await find({ status: 'suspended', q: first.email });
    expect(suspended).toMatchObject({ total: 1, people: [{ suspension: { reason: 'Спам' } }] });
    expect((await find({ status: 'active', q: first.email })).total).toBe(0);

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await find({ limit: '3', ...(cursor === '' ? {} : { cursor }) });
      seen.push(...page.people.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
    expect(seen).toHaveLength((await find({})).total);
  });
});

describe('an administrator', () => {
  const reason = { reason: 'Опит' };
  const acts = [
    [calls.suspendUser, reason],
    [calls.liftSuspension, undefined],
    [calls.deleteUser, reason],
    [changeRole, { role: 'member' }],
  ] as const;

  test('does nothing of this to themself, or to an unknown account', async () => {
    for (const [call, body] of acts) {
      expect((await act(call, admin.id, body)).json().error.code).toBe('forbidden');
      expect((await act(call, NOBODY, body)).json().error.code).toBe('not_found');
    }
    expect((await act(calls.getUser, NOBODY)).statusCode).toBe(404);
  });

  test('who was demoted or suspended during the call does nothing any more', async () => {
    const { current } = users;
    const other = await current.member('admin');
    const demote = (who: Member, target: Member) =>
      act(changeRole, target.id, { role: 'member' }, who);
    const [first, second] = await Promise.all([demote(admin, other), demote(other, admin)]);
    const outcomes = [first, second].map(({ statusCode }) => statusCode);
    expect(new Set(outcomes)).toEqual(new Set([200, 403]));
    // The one who is left is the administrator of the tests that follow.
    if (first.statusCode !== 200) admin = other;
    expect((await act(signUserOut, member.id, reason)).statusCode).toBe(200);
  });
});
