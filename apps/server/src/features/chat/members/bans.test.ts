import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { chatRates } from '@izgodno/contract/chat/limits';
import { deleteMessage, listMessages } from '@izgodno/contract/chat/message-calls';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { provideChatApp, type Chatter, type Page } from '#test/chat-app.ts';

const chat = provideChatApp();
let owner: Chatter;
let member: Chatter;
let stranger: Chatter;
let productModerator: Chatter;
let count = 0;

beforeAll(async () => {
  owner = await chat.current.someone();
  member = await chat.current.someone();
  stranger = await chat.current.someone();
  productModerator = await chat.current.someone('moderator');
});

const openChannel = async (kind: 'public' | 'private'): Promise<string> => {
  count += 1;
  const body = { name: `надзор ${count}`, kind };
  const { channel } = await owner.get(channelCalls.createChannel, { body });
  const params = { id: channel.id, userId: member.id };
  await owner.get(channelCalls.addMember, { params });
  await member.get(channelCalls.addMember, { params });
  return channel.id;
};

const ban = (who: Chatter, id: string, whom: Chatter, body: object = {}) =>
  who.ask(moderationCalls.banMember, { params: { id, userId: whom.id }, body });

const trail = async (id: string) =>
  (await productModerator.get(listAudit, { query: { subject: id } })).entries;

const log = (who: Chatter, id: string, query: Record<string, string> = {}) =>
  who.get(moderationCalls.listChannelLog, { params: { id }, query });

/** Whether a page is still connected, and which events it received. */
const eventsOf = async (page: Page): Promise<readonly string[]> => {
  page.send({ type: 'ping' });
  await page.frame('pong');
  expect(page.socket.readyState).toBe(WebSocket.OPEN);
  return page.frames.map(({ type }) => type).filter((type) => type !== 'pong');
};

describe('a ban', () => {
  test('of a user who never was in a private channel is rejected and changes nothing', async () => {
    const id = await openChannel('private');
    const page = await stranger.connect();
    expect(await ban(owner, id, stranger)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    expect(await eventsOf(page)).toEqual(['welcome']);
    expect((await log(owner, id)).entries).toEqual([]);
  });

  test('of a user who never was in a public channel keeps them out and changes nothing else', async () => {
    const id = await openChannel('public');
    const page = await stranger.connect();
    expect((await ban(owner, id, stranger)).status).toBe(200);
    const params = { id, userId: stranger.id };
    expect((await stranger.ask(channelCalls.addMember, { params })).body).toMatchObject({
      error: { code: 'banned' },
    });
    expect(await eventsOf(page)).toEqual(['welcome']);
  });

  test.each(['public', 'private'] as const)(
    'of a member of a %s channel removes them from it and closes no connection',
    async (kind) => {
      const id = await openChannel(kind);
      const page = await member.connect();
      expect((await ban(owner, id, member)).status).toBe(200);
      await page.frame('channel.left', ({ data }) => data.reason === 'banned');
      await owner.say(id, 'без нея');
      expect(await eventsOf(page)).toEqual(['welcome', 'channel.left']);
      // The terms of a ban can be changed afterwards.
      expect((await ban(owner, id, member, { reason: 'друго' })).status).toBe(200);
      expect(await eventsOf(page)).toEqual(['welcome', 'channel.left']);
    },
  );

  test('never keeps an administrator out of a public channel, whose owner they are by their role', async () => {
    const id = await openChannel('public');
    const admin = await chat.current.someone('admin');
    await admin.get(channelCalls.addMember, { params: { id, userId: admin.id } });
    const params = { id, userId: admin.id };
    expect((await ban(owner, id, admin)).status).toBe(403);
    expect((await owner.ask(channelCalls.removeMember, { params })).status).toBe(403);
    expect(
      (await owner.ask(moderationCalls.updateMember, { params, body: { mutedUntil: null } }))
        .status,
    ).toBe(403);
  });

  test('counts against a rate limit', async () => {
    const busy = await chat.current.someone();
    const { channel } = await busy.get(channelCalls.createChannel, {
      body: { name: 'усърдие', kind: 'public' },
    });
    const statuses: number[] = [];
    const params = { id: channel.id, userId: stranger.id };
    for (let done = 0; done <= chatRates.moderation.tries; done += 1) {
      // Each call also has a limit of its own a minute.
      if (done % 40 === 39) chat.current.session.time += MINUTE_MS + 1;
      const call = done % 2 === 0 ? moderationCalls.banMember : moderationCalls.unbanMember;
      const body = done % 2 === 0 ? { body: {} } : {};
      statuses.push((await busy.ask(call, { params, ...body })).status);
    }
    expect(statuses.indexOf(429)).toBe(chatRates.moderation.tries);
  });
});

describe('an act in a channel', () => {
  test('is in the channel’s own log, page by page, for its moderators', async () => {
    const id = await openChannel('private');
    await ban(owner, id, member, { reason: 'спам' });
    // The second time there is no ban to end.
    for (let time = 0; time < 2; time += 1)
      await owner.get(moderationCalls.unbanMember, { params: { id, userId: member.id } });
    const first = await log(owner, id, { limit: '1' });
    expect(first.entries).toMatchObject([
      { action: 'channel.unban', actor: { id: owner.id }, subject: { id: member.id } },
    ]);
    const rest = await log(owner, id, { limit: '1', cursor: first.nextCursor ?? '' });
    expect(rest.entries).toMatchObject([{ action: 'channel.ban', reason: 'спам' }]);
    expect(rest.nextCursor).toBeNull();
    for (const [who, status] of [
      [stranger, 404],
      [productModerator, 404],
    ] as const) {
      const response = await who.ask(moderationCalls.listChannelLog, { params: { id } });
      expect(response.status).toBe(status);
    }
  });

  test('is not readable by its members', async () => {
    const id = await openChannel('private');
    expect((await member.ask(moderationCalls.listChannelLog, { params: { id } })).status).toBe(403);
  });

  test.each(['public', 'private'] as const)(
    'by a member in a %s channel is not in the product’s audit trail',
    async (kind) => {
      const id = await openChannel(kind);
      await ban(owner, id, member, { reason: 'лично' });
      expect(await trail(id)).toEqual([]);
    },
  );

  test('by a moderator of the product in a public channel is also in the product’s audit trail', async () => {
    const id = await openChannel('public');
    await ban(productModerator, id, member, { reason: 'измама' });
    expect(await trail(id)).toMatchObject([
      { action: 'channel.ban', reason: 'измама', details: { userId: member.id } },
    ]);
    expect((await log(owner, id)).entries).toHaveLength(1);
  });

  test('by a moderator of the product on a public channel itself is in the audit trail', async () => {
    const id = await openChannel('public');
    const change = (who: Chatter, body: object) =>
      who.get(channelCalls.updateChannel, { params: { id }, body });
    await change(owner, { topic: 'Стара тема' });
    await productModerator.get(channelCalls.addMember, {
      params: { id, userId: productModerator.id },
    });
    await change(productModerator, { topic: 'Нова тема', slowModeSeconds: 0 });
    await change(productModerator, { topic: 'Нова тема' });
    expect(await trail(id)).toMatchObject([
      {
        action: 'channel.change',
        actor: { id: productModerator.id },
        details: { topic: 'Стара тема → Нова тема' },
      },
    ]);
  });

  test('by a moderator of the product in their own private channel stays in its log', async () => {
    const id = await openChannel('private');
    const params = { id, userId: productModerator.id };
    await owner.get(channelCalls.addMember, { params });
    await productModerator.get(channelCalls.addMember, { params });
    await owner.get(moderationCalls.updateMember, { params, body: { role: 'moderator' } });
    expect((await ban(productModerator, id, member)).status).toBe(200);
    expect(await trail(id)).toEqual([]);
    expect((await log(owner, id)).entries.map(({ action }) => action)).toEqual([
      'channel.ban',
      'channel.appoint',
    ]);
  });

  test('records each change of a member by itself', async () => {
    const id = await openChannel('private');
    const params = { id, userId: member.id };
    const mutedUntil = new Date(chat.current.session.time + MINUTE_MS).toISOString();
    const body = { role: 'moderator', mutedUntil };
    await owner.get(moderationCalls.updateMember, { params, body });
    expect((await log(owner, id)).entries.toReversed()).toMatchObject([
      { action: 'channel.appoint', subject: { id: member.id }, details: { role: 'moderator' } },
      { action: 'channel.mute', subject: { id: member.id }, details: { until: mutedUntil } },
    ]);
  });

  test('cannot be made up by a change of a member without any field', async () => {
    const id = await openChannel('public');
    const page = await owner.connect();
    const params = { id, userId: owner.id };
    expect(await member.ask(moderationCalls.updateMember, { params, body: {} })).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_failed', fields: { role: expect.anything() } } },
    });
    expect(await eventsOf(page)).toEqual(['welcome']);
    expect((await log(owner, id)).entries).toEqual([]);
  });

  test('that cannot be recorded is not done', async () => {
    const id = await openChannel('private');
    const params = { id, userId: member.id };
    const insult = await member.say(id, 'обида');
    const banned = await chat.current.someone();
    await owner.get(channelCalls.addMember, { params: { id, userId: banned.id } });
    await owner.get(moderationCalls.banMember, { params: { id, userId: banned.id }, body: {} });
    const state = async () => ({
      bans: await owner.get(moderationCalls.listBans, { params: { id } }),
      members: await owner.get(channelCalls.listMembers, { params: { id } }),
      messages: await owner.get(listMessages, { params: { channelId: id } }),
    });
    const before = await state();
    const page = await owner.connect();
    const { database } = chat.current.session.database;
    await sql`ALTER TABLE channel_log RENAME TO channel_log_away`.execute(database);
    try {
      for (const [call, request] of [
        [moderationCalls.updateMember, { params, body: { role: 'moderator' } }],
        [moderationCalls.banMember, { params, body: {} }],
        [moderationCalls.unbanMember, { params: { id, userId: banned.id } }],
        [channelCalls.removeMember, { params }],
        [deleteMessage, { params: { id: insult.id } }],
      ] as const)
        expect([call.summary, (await owner.ask(call, request)).status]).toEqual([
          call.summary,
          500,
        ]);
    } finally {
      await sql`ALTER TABLE channel_log_away RENAME TO channel_log`.execute(database);
    }
    expect(await state()).toEqual(before);
    expect(await eventsOf(page)).toEqual(['welcome']);
  });
});
