import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { blockUser } from '@izgodno/contract/blocks/calls';
import * as calls from '@izgodno/contract/chat/comment-calls';
import { HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import * as noticeCalls from '@izgodno/contract/notices/calls';
import { pushMessageSchema } from '@izgodno/contract/notices/notice';
import { noticePath } from '@izgodno/contract/notices/notice-path';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { createUuidV7 } from '#platform/uuid.ts';

const users = provideUsersApp();
let seller: Member;
let iva: Member;
let petar: Member;
let dealId: string;

const database = () => users.current.database.database;

const member = async (name: string): Promise<Member> => {
  const made = await users.current.member();
  await database().updateTable('users').set({ name }).where('id', '=', made.id).execute();
  return { ...made, name };
};

const comment = async (who: Member, text: string, replyTo?: string): Promise<string> => {
  users.current.time += 1_000;
  const response = await users.current.ask(calls.addComment, {
    token: who.token,
    params: { id: dealId },
    body: { clientId: createUuidV7(users.current.time), text, replyTo },
  });
  return response.comment.id;
};

const remove = (who: Member, id: string) =>
  users.current.ask(calls.deleteComment, { token: who.token, params: { id } });

/** What a user's notices say: their kind, who commented last, and how many others. */
const noticesOf = async ({ token }: Member) => {
  const { notices } = await users.current.ask(noticeCalls.listNotices, { token });
  return notices.flatMap(({ content }) =>
    'latest' in content ? [[content.kind, content.latest.name, content.others]] : [],
  );
};

const readAll = ({ token }: Member) =>
  users.current.ask(noticeCalls.markNoticesRead, { token, body: {} });

const choose = ({ token }: Member, laterPreferences: object) =>
  users.current.ask(noticeCalls.setNoticePreferences, {
    token,
    body: { preferences: {}, laterPreferences },
  });

const deliver = () => users.current.jobs.fire('notices.deliver');

/** The texts of pushes to the seller, the oldest first. */
const pushed = () =>
  users.current.pushes
    .filter(({ target }) => target.endpoint.endsWith(seller.id))
    .map(({ payload }) => pushMessageSchema.parse(JSON.parse(payload)).body);

const subscribe = ({ id, token }: Member) =>
  users.current.ask(noticeCalls.addPushSubscription, {
    token,
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
  });

beforeAll(() => insertSources(database()));

beforeEach(async () => {
  users.current.mails.length = 0;
  users.current.pushes.length = 0;
  users.current.time += HOUR_MS;
  [seller, iva, petar] = [await member('Продавач'), await member('Ива'), await member('Петър')];
  const [id = 0] = await insertDeals(database(), [
    aDeal({ source_id: 'board', seller_id: seller.id, title: 'Колело' }),
  ]);
  dealId = String(id);
});

describe('the seller of a deal', () => {
  test('is notified of comments by others, in one notice while it is unread', async () => {
    await comment(seller, 'Питайте');
    expect(await noticesOf(seller)).toEqual([]);
    await comment(petar, 'Едно');
    await comment(petar, 'Две');
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 0]]);
    await comment(iva, 'Три');
    await comment(await member('Нина'), 'Четири');
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Нина', 2]]);
    await readAll(seller);
    await comment(iva, 'Пет');
    expect(await noticesOf(seller)).toEqual([
      ['deal_comment', 'Ива', 0],
      ['deal_comment', 'Нина', 2],
    ]);
    expect(await noticesOf(petar)).toEqual([]);
  });

  test('has one notice of comments at the same time, with only those that are left', async () => {
    const others = await Promise.all(['А', 'Б', 'В', 'Г'].map(member));
    const ids = await Promise.all(others.map((who) => comment(who, 'Едно')));
    await Promise.all([
      ...others.slice(2).map((who, at) => remove(who, ids[at + 2] ?? '')),
      comment(iva, 'Две'),
      readAll(petar),
    ]);
    const [[kind, , count] = []] = await noticesOf(seller);
    expect([kind, count]).toEqual(['deal_comment', 2]);
    expect(await noticesOf(seller)).toHaveLength(1);
  });

  test('is led to the comments', async () => {
    await comment(iva, 'Едно');
    const { notices } = await users.current.ask(noticeCalls.listNotices, { token: seller.token });
    const [content] = notices.map((notice) => notice.content);
    expect(content && noticePath(content)).toBe(`/deals/${dealId}#comments`);
  });

  test('is not notified of a comment that was deleted before it was read', async () => {
    const first = await comment(iva, 'Едно');
    await comment(petar, 'Две');
    await remove(iva, first);
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 0]]);
    const last = await comment(iva, 'Три');
    await remove(iva, last);
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 0]]);
  });

  test('has no notice of an erased account', async () => {
    await comment(iva, 'Едно');
    await readAll(seller);
    await comment(petar, 'Две');
    await comment(iva, 'Три');
    await users.current.ask(deleteAccount, {
      token: iva.token,
      body: { currentPassword: 'zebra-lamp-4217' },
    });
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 0]]);
    const { unread } = await users.current.ask(noticeCalls.countUnreadNotices, {
      token: seller.token,
    });
    expect(unread).toBe(1);
  });
});

const mention = ({ id }: Member): string => `Питай <@${id}>`;

describe('who is mentioned in a comment', () => {
  test('is notified once of each comment, if they have commented on the deal', async () => {
    const root = await comment(iva, 'Едно');
    await comment(petar, 'Две');
    await comment(petar, `${mention(iva)} и <@${iva.id}>, ${mention(petar)}, ${mention(seller)}`);
    const stranger = await member('Нина');
    await comment(stranger, 'Без споменаване');
    await comment(seller, mention(iva));
    await comment(seller, mention(iva), root);
    const silent = await member('Лора');
    await comment(iva, mention(silent));
    expect(await noticesOf(iva)).toEqual([
      ['comment_reply', 'Продавач', 0],
      ['deal_comment', 'Продавач', 1],
    ]);
    const { notices } = await users.current.ask(noticeCalls.listNotices, { token: iva.token });
    expect(notices[1]?.content).toMatchObject({ isMention: true });
    expect(await noticesOf(silent)).toEqual([]);
    expect(await noticesOf(petar)).toEqual([]);
    const ofSeller = await users.current.ask(noticeCalls.listNotices, { token: seller.token });
    expect(ofSeller.notices.map(({ content }) => content)).toEqual([
      expect.not.objectContaining({ isMention: true }),
    ]);
  });

  test('is not notified across a block, nor of a comment that is deleted', async () => {
    await comment(iva, 'Едно');
    const id = await comment(petar, mention(iva));
    await comment(petar, 'Без споменаване');
    await remove(petar, id);
    expect(await noticesOf(iva)).toEqual([]);
    await users.current.ask(blockUser, { token: iva.token, params: { userId: petar.id } });
    await comment(petar, mention(iva));
    expect(await noticesOf(iva)).toEqual([]);
  });
});

describe('the author of a comment', () => {
  test('is notified of replies, in one notice a thread, and not of other comments', async () => {
    const [one, two] = [await comment(iva, 'Едно'), await comment(iva, 'Две')];
    await comment(petar, 'Друго');
    await comment(petar, 'Отговор', one);
    await comment(seller, 'Отговор', one);
    await comment(iva, 'Мой отговор', one);
    await comment(petar, 'Отговор', two);
    expect(await noticesOf(iva)).toEqual([
      ['comment_reply', 'Петър', 0],
      ['comment_reply', 'Продавач', 1],
    ]);
    // Their own comments are replied to as well, and each comment is of one notice.
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 1]]);
    expect(await noticesOf(petar)).toEqual([]);
  });

  test('of a reply is notified of replies to it', async () => {
    const root = await comment(iva, 'Едно');
    const reply = await comment(petar, 'Отговор', root);
    await comment(seller, 'Още', reply);
    expect(await noticesOf(petar)).toEqual([['comment_reply', 'Продавач', 0]]);
    const own = await comment(seller, 'Мое');
    await comment(iva, 'Отговор', own);
    expect(await noticesOf(seller)).toEqual([
      ['comment_reply', 'Ива', 0],
      ['deal_comment', 'Петър', 1],
    ]);
  });

  test('has no notice once the own comment is deleted', async () => {
    const root = await comment(iva, 'Едно');
    await comment(petar, 'Отговор', root);
    await remove(iva, root);
    expect(await noticesOf(iva)).toEqual([]);
    await comment(petar, 'Още', root);
    expect(await noticesOf(iva)).toEqual([]);
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 0]]);
  });

  test.for(['the author', 'the other'] as const)(
    'is not notified of a reply if %s blocks',
    async (blocker) => {
      const root = await comment(iva, 'Едно');
      const [who, whom] = blocker === 'the author' ? [iva, petar] : [petar, iva];
      await comment(petar, 'Отговор', root);
      await users.current.ask(blockUser, { token: who.token, params: { userId: whom.id } });
      await readAll(iva);
      await comment(petar, 'Още', root);
      await comment(seller, 'Отговор', root);
      expect(await noticesOf(iva)).toEqual([
        ['comment_reply', 'Продавач', 0],
        ['comment_reply', 'Петър', 0],
      ]);
    },
  );
});

test('a user who opens the comments on a deal has read its notices, and no others', async () => {
  await comment(iva, 'Продава ли се?');
  const { token } = seller;
  const onThisDeal = dealId;
  const [id = 0] = await insertDeals(database(), [
    aDeal({ source_id: 'board', seller_id: seller.id, title: 'Маса' }),
  ]);
  dealId = String(id);
  await comment(petar, 'Голяма ли е?');
  await users.current.ask(noticeCalls.markNoticesRead, {
    token: petar.token,
    body: { commentsOn: onThisDeal },
  });
  expect(await users.current.ask(noticeCalls.countUnreadNotices, { token })).toMatchObject({
    unread: 2,
  });
  const read = await users.current.ask(noticeCalls.markNoticesRead, {
    token,
    body: { commentsOn: onThisDeal },
  });
  expect(read.unread).toBe(1);
  const { notices } = await users.current.ask(noticeCalls.listNotices, { token });
  expect(notices.map((notice) => notice.read)).toEqual([false, true]);
});

test('notices of comments end with the deal', async () => {
  const root = await comment(iva, 'Едно');
  await comment(petar, 'Отговор', root);
  await database().deleteFrom('deals').where('id', '=', Number(dealId)).execute();
  await users.current.jobs.fire('chat.erase-old');
  expect([await noticesOf(seller), await noticesOf(iva)]).toEqual([[], []]);
});

describe('comments are pushed and mailed by choice', () => {
  test('at most once an hour, with all that is unread', async () => {
    await subscribe(seller);
    await comment(iva, 'Едно');
    await deliver();
    expect(pushed()).toEqual(['Ива commented on “Колело”']);
    for (const text of ['Две', 'Три', 'Четири']) {
      await comment(petar, text);
      await deliver();
    }
    expect(pushed()).toHaveLength(1);
    users.current.time += 61 * MINUTE_MS;
    await deliver();
    await deliver();
    expect(pushed().slice(1)).toEqual(['Петър and 1 other commented on “Колело”']);
    const tags = users.current.pushes.map(({ payload }) => /"tag":"[^"]*"/.exec(payload)?.[0]);
    expect(new Set(tags).size).toBe(1);
    expect(users.current.mails).toEqual([]);
    expect(await noticesOf(seller)).toEqual([['deal_comment', 'Петър', 1]]);
  });

  test('also for a user who reads each at once, or wants none in the page', async () => {
    await subscribe(seller);
    await comment(iva, 'Едно');
    await deliver();
    await readAll(seller);
    await comment(petar, 'Две');
    await deliver();
    expect(pushed()).toHaveLength(1);
    await choose(seller, { deal_comment: { inApp: false } });
    await readAll(seller);
    for (const text of ['Три', 'Четири']) await comment(iva, text);
    users.current.time += 61 * MINUTE_MS;
    await deliver();
    expect(pushed()).toEqual(['Ива commented on “Колело”', 'Ива commented on “Колело”']);
  });

  test('not what was read or deleted meanwhile', async () => {
    await subscribe(seller);
    await comment(iva, 'Едно');
    await deliver();
    await comment(iva, 'Две');
    await readAll(seller);
    users.current.time += 61 * MINUTE_MS;
    await deliver();
    expect(pushed()).toHaveLength(1);
    const id = await comment(iva, 'Три');
    await remove(iva, id);
    await deliver();
    expect(pushed()).toHaveLength(1);
  });

  test('by mail only on request, with a link that stops it', async () => {
    await comment(iva, 'Едно');
    await deliver();
    expect(users.current.mails).toEqual([]);
    await choose(seller, { deal_comment: { mail: true } });
    await readAll(seller);
    users.current.time += 61 * MINUTE_MS;
    await comment(iva, 'Две');
    await deliver();
    const [mail] = users.current.mails;
    expect(mail?.text).toContain('Ива commented on “Колело”');
    expect(mail?.text).toContain(`/deals/${dealId}#comments`);
    const url = new URL(mail?.unsubscribeUrl ?? '');
    await users.current.app.inject({ method: 'POST', url: url.pathname + url.search });
    const { laterPreferences } = await users.current.ask(noticeCalls.getNoticePreferences, {
      token: seller.token,
    });
    expect(laterPreferences).toEqual({
      deal_comment: { inApp: true, mail: false, push: true },
      comment_reply: { inApp: true, mail: false, push: true },
    });
  });
});

test('the choice is in the export and unknown to clients that know only the first kinds', async () => {
  await choose(seller, { comment_reply: { mail: true }, of_a_later_version: { mail: true } });
  const { laterPreferences, preferences } = await users.current.ask(
    noticeCalls.getNoticePreferences,
    { token: seller.token },
  );
  expect(laterPreferences?.['comment_reply']).toEqual({ inApp: true, mail: true, push: true });
  expect(Object.keys(preferences)).not.toContain('comment_reply');
  const table = await database().selectFrom('notice_preferences').select('kind').execute();
  expect(table).toEqual([]);
  await comment(iva, 'Едно');
  const exported = await users.current.ask(exportAccount, { token: seller.token });
  expect(exported).toMatchObject({
    laterNoticePreferences: { comment_reply: { mail: true } },
    notices: [{ content: { kind: 'deal_comment', latest: { name: 'Ива' } } }],
  });
});
