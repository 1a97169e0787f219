import { beforeAll, describe, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import * as userCalls from '@izgodno/contract/chat/user-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let stranger: Chatter;
let moderator: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  stranger = await chat.current.someone();
  moderator = await chat.current.someone('moderator');
});

const list = async (who: Chatter) => (await who.get(channelCalls.listChannels)).channels;

const activityOf = async (who: Chatter, channelId: string) =>
  (await who.get(channelCalls.getActivity)).activity.find(
    (activity) => activity.channelId === channelId,
  );

const errorOf = async (response: Promise<{ readonly body: unknown }>) => {
  const { body } = await response;
  return body;
};

const openDirect = (who: Chatter, other: Chatter) =>
  who.get(channelCalls.openDirect, { body: { userIds: [other.id] } });

const rejection = (code: string) => ({ success: false, error: { code } });

describe('channels', () => {
  test('the preferences of a member change one by one, equally on all pages', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const page = await maria.connect();
    const params = { id };
    const set = (body: { notifications?: 'none'; starred?: boolean }) =>
      maria.get(channelCalls.setChannelPreferences, { params, body });
    await set({ starred: true });
    expect(await page.frame('preferences.changed')).toMatchObject({
      data: { channelId: id, notifications: 'mentions', starred: true },
    });
    await set({ notifications: 'none' });
    await set({});
    const own = await list(maria);
    expect(own.find((channel) => channel.id === id)?.membership).toMatchObject({
      notifications: 'none',
      starred: true,
    });
    const others = await list(georgi);
    expect(others.find((channel) => channel.id === id)?.membership.starred).toBe(false);
  });

  test('every user is in the default one from their first request, and cannot leave it', async () => {
    const [general] = await list(stranger);
    expect(general).toMatchObject({ isDefault: true, kind: 'public', name: 'Общ' });
    const params = { id: general?.id ?? '', userId: stranger.id };
    expect(await errorOf(stranger.ask(channelCalls.removeMember, { params }))).toMatchObject(
      rejection('forbidden'),
    );
  });

  test('a public one can be found, joined and left by any user', async () => {
    const { id, name } = await chat.current.channel(maria);
    const found = await georgi.get(channelCalls.browseChannels, { query: { q: name } });
    expect(found.channels).toMatchObject([{ id, membership: null, memberCount: 1 }]);

    const params = { id, userId: georgi.id };
    const { channel } = await georgi.get(channelCalls.addMember, { params });
    expect(channel).toMatchObject({ memberCount: 2, membership: { role: 'member' } });
    await georgi.get(channelCalls.removeMember, { params });
    expect((await list(georgi)).map((own) => own.id)).not.toContain(id);
  });

  test('one of which no more than the name is given is public', async () => {
    const body = { name: 'само име' };
    const { channel } = await stranger.get(channelCalls.createChannel, { body });
    expect(channel).toMatchObject({ name: 'само име', kind: 'public' });
  });

  test('a private one does not exist for users who are not in it', async () => {
    const body = { name: 'тайна', kind: 'private' };
    const { channel } = await maria.get(channelCalls.createChannel, { body });
    const params = { id: channel.id };
    for (const outsider of [georgi, moderator]) {
      expect(await errorOf(outsider.ask(channelCalls.getChannel, { params }))).toMatchObject(
        rejection('not_found'),
      );
      const joining = { params: { id: channel.id, userId: outsider.id } };
      expect(await errorOf(outsider.ask(channelCalls.addMember, joining))).toMatchObject(
        rejection('not_found'),
      );
    }
    const invitation = { params: { id: channel.id, userId: georgi.id } };
    expect(await maria.get(channelCalls.addMember, invitation)).toMatchObject({
      outcome: 'invited',
    });
    expect(await errorOf(georgi.ask(channelCalls.getChannel, { params }))).toMatchObject(
      rejection('not_found'),
    );
    await georgi.get(channelCalls.addMember, invitation);
    expect((await georgi.get(channelCalls.getChannel, { params })).channel.name).toBe('тайна');
  });

  test('public names are unique regardless of case', async () => {
    const { name } = await chat.current.channel(maria);
    const body = { name: name.toUpperCase(), kind: 'public' };
    expect(await errorOf(georgi.ask(channelCalls.createChannel, { body }))).toMatchObject(
      rejection('channel_name_taken'),
    );
  });

  test('the same users have one direct conversation, even if both open it at the same time', async () => {
    const [first, second] = await Promise.all([
      openDirect(maria, georgi),
      openDirect(georgi, maria),
    ]);
    expect(second.channel.id).toBe(first.channel.id);
    expect(first.channel.people.map(({ id }) => id).sort()).toEqual([maria.id, georgi.id].sort());
    expect(
      await errorOf(stranger.ask(channelCalls.getChannel, { params: { id: first.channel.id } })),
    ).toMatchObject(rejection('not_found'));
  });

  test('only a moderator of a channel renames or archives it', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const change = { params: { id }, body: { topic: 'всичко за дома' } };
    expect(await errorOf(georgi.ask(channelCalls.updateChannel, change))).toMatchObject(
      rejection('forbidden'),
    );
    await moderator.get(channelCalls.updateChannel, change);
    expect((await georgi.get(channelCalls.getChannel, { params: { id } })).channel.topic).toBe(
      'всичко за дома',
    );
  });

  test('members are listed by name, page by page', async () => {
    const { id } = await chat.current.channel(maria, [georgi, stranger]);
    const query = { limit: '2' };
    const first = await maria.get(channelCalls.listMembers, { params: { id }, query });
    const rest = await maria.get(channelCalls.listMembers, {
      params: { id },
      query: { ...query, cursor: first.nextCursor ?? '' },
    });
    const ids = [...first.members, ...rest.members].map(({ user }) => user.id);
    expect(ids.sort()).toEqual([maria.id, georgi.id, stranger.id].sort());
    expect(rest.nextCursor).toBeNull();
  });
});

describe('reading', () => {
  test('counts as unread what came after the reading position, which never goes back', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    for (const text of ['едно', 'две', 'три']) await maria.say(id, text);
    expect(await activityOf(georgi, id)).toMatchObject({ unreadCount: 3, totalCount: 3 });

    const read = (seq: number) =>
      georgi.get(channelCalls.markRead, { params: { id }, body: { seq } });
    expect(await read(2)).toMatchObject({ readSeq: 2, unreadCount: 1 });
    expect(await read(1)).toMatchObject({ readSeq: 2, unreadCount: 1 });
    expect(await read(99)).toMatchObject({ readSeq: 3, unreadCount: 0 });
  });

  test('own messages are read for their sender who has read everything before', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    await maria.say(id, 'едно');
    await Promise.all([georgi.say(id, 'две'), georgi.say(id, 'три')]);
    expect(await activityOf(maria, id)).toMatchObject({ unreadCount: 2 });
    // The message of another member is unread before them.
    expect(await activityOf(georgi, id)).toMatchObject({ unreadCount: 3 });
    const read = { params: { id }, body: { seq: 1 } };
    expect(await georgi.get(channelCalls.markRead, read)).toMatchObject({
      readSeq: 3,
      unreadCount: 0,
    });
    await Promise.all(['четири', 'пет', 'шест'].map((text) => georgi.say(id, text)));
    expect(await activityOf(georgi, id)).toMatchObject({ unreadCount: 0 });
    expect(await activityOf(maria, id)).toMatchObject({ unreadCount: 5 });
  });

  test('a channel notifies for mentions by default, a direct conversation for everything', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const { channel } = await openDirect(maria, georgi);
    const levels = new Map(
      (await list(georgi)).map((own) => [own.id, own.membership.notifications]),
    );
    expect([levels.get(id), levels.get(channel.id)]).toEqual(['mentions', 'all']);
  });

  test('a user who joins has nothing unread', async () => {
    const { id } = await chat.current.channel(maria);
    await maria.say(id, 'преди');
    await georgi.get(channelCalls.addMember, { params: { id, userId: georgi.id } });
    expect(await activityOf(georgi, id)).toMatchObject({ unreadCount: 0, unseenCount: 1 });
  });

  test('all is unseen until a last active message is stored, then nothing (specification, section 4)', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'здравей');
    expect(await activityOf(georgi, id)).toEqual({
      channelId: id,
      totalCount: 1,
      latestMessageId: sent.id,
      latestMessageTime: sent.createdAt,
      lastActiveMessageId: null,
      hasActivity: true,
      unseenCount: 1,
      unreadCount: 1,
    });
    const save = (messageId: string, timestamp: string) =>
      georgi.get(userCalls.saveLastActiveMessage, {
        params: { userId: georgi.id, channelId: id },
        body: {
          lastActiveMessage: messageId,
          interactionType: 'channel_selection',
          timestamp,
        },
      });
    await save(sent.id, '2026-11-21T08:00:00.000Z');
    await maria.say(id, 'още');
    expect(await activityOf(georgi, id)).toMatchObject({ unseenCount: 0, totalCount: 2 });

    const profile = { params: { userId: georgi.id } };
    const own = await georgi.get(userCalls.getChatProfile, profile);
    expect(own.user.lastActiveMessages).toEqual({ [id]: sent.id });
    const others = await maria.get(userCalls.getChatProfile, profile);
    expect(others.user.lastActiveMessages).toEqual({});
    const { lastActiveChannel } = await georgi.get(userCalls.getLastActiveChannel, {
      params: { id: georgi.id },
    });
    expect(lastActiveChannel).toBe(id);
  });

  test('of two saves the later one wins, in whatever order they arrive', async () => {
    const { id } = await chat.current.channel(maria);
    const older = await maria.say(id, 'по-старо');
    const newer = await maria.say(id, 'по-ново');
    const save = (messageId: string, timestamp: string) =>
      maria.get(userCalls.saveLastActiveMessage, {
        params: { userId: maria.id, channelId: id },
        body: { lastActiveMessage: messageId, interactionType: 'message_view', timestamp },
      });
    await save(newer.id, '2026-11-21T08:00:01Z');
    await save(older.id, '2026-11-21T08:00:00Z');
    expect((await activityOf(maria, id))?.lastActiveMessageId).toBe(newer.id);
  });

  test('another user’s last active message can be neither read nor written', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'тук');
    const params = { userId: maria.id, channelId: id };
    const body = {
      lastActiveMessage: sent.id,
      interactionType: 'message_view',
      timestamp: '2026-11-21T08:00:00Z',
    };
    expect(
      await errorOf(georgi.ask(userCalls.saveLastActiveMessage, { params, body })),
    ).toMatchObject(rejection('forbidden'));
    expect(
      await errorOf(georgi.ask(userCalls.getLastActiveChannel, { params: { id: maria.id } })),
    ).toMatchObject(rejection('forbidden'));
  });
});

describe('moderation', () => {
  test('a muted member reads, and writes only afterwards', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const until = new Date(chat.current.session.time + 60_000).toISOString();
    const params = { id, userId: georgi.id };
    const mute = { params, body: { mutedUntil: until } };
    expect(await errorOf(georgi.ask(moderationCalls.updateMember, mute))).toMatchObject(
      rejection('forbidden'),
    );
    await maria.get(moderationCalls.updateMember, mute);
    await expect(georgi.say(id, 'ама аз')).rejects.toThrow('muted');
    chat.current.session.time += 60_001;
    expect((await georgi.say(id, 'вече мога')).seq).toBe(1);
  });

  test('a banned member is out, cannot come back until the ban ends, and the log has the ban', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const params = { id, userId: georgi.id };
    const until = new Date(chat.current.session.time + 60_000).toISOString();
    await maria.get(moderationCalls.banMember, { params, body: { reason: 'спам', until } });
    await expect(georgi.say(id, 'хей')).rejects.toThrow('not_a_member');
    expect(await errorOf(georgi.ask(channelCalls.addMember, { params }))).toMatchObject(
      rejection('banned'),
    );
    const { bans } = await maria.get(moderationCalls.listBans, { params: { id } });
    expect(bans).toMatchObject([{ user: { id: georgi.id }, reason: 'спам' }]);
    const { entries } = await maria.get(moderationCalls.listChannelLog, { params: { id } });
    expect(entries).toMatchObject([
      {
        actor: { id: maria.id },
        action: 'channel.ban',
        subject: { id: georgi.id, name: georgi.name },
        reason: 'спам',
        details: { until },
      },
    ]);

    chat.current.session.time += 60_001;
    expect((await georgi.ask(channelCalls.addMember, { params })).status).toBe(200);
  });

  test('every act on other users is in the log, with its subject', async () => {
    const { id } = await chat.current.channel(maria, [georgi, stranger]);
    const insult = await georgi.say(id, 'обида');
    const own = await maria.say(id, 'мое');
    const member = { params: { id, userId: georgi.id } };
    const banned = { params: { id, userId: stranger.id } };
    const mutedUntil = new Date(chat.current.session.time + 60_000).toISOString();
    await maria.get(moderationCalls.updateMember, { ...member, body: { mutedUntil } });
    await maria.get(moderationCalls.updateMember, { ...member, body: { role: 'moderator' } });
    await maria.get(moderationCalls.banMember, { ...banned, body: {} });
    await maria.get(moderationCalls.unbanMember, banned);
    await maria.get(messageCalls.deleteMessage, { params: { id: insult.id } });
    // An act on one's own message is not logged.
    await maria.get(messageCalls.deleteMessage, { params: { id: own.id } });
    await maria.get(channelCalls.removeMember, member);
    const { entries } = await maria.get(moderationCalls.listChannelLog, { params: { id } });
    const notified = entries.map(({ actor, action, subject }) => [actor?.id, action, subject?.id]);
    const by = maria.id;
    expect(notified.toReversed()).toEqual([
      [by, 'channel.mute', georgi.id],
      [by, 'channel.appoint', georgi.id],
      [by, 'channel.ban', stranger.id],
      [by, 'channel.unban', stranger.id],
      [by, 'message.delete', georgi.id],
      [by, 'channel.remove_member', georgi.id],
    ]);
  });

  test('a user cannot act on another of the same or a higher rank', async () => {
    const { id } = await chat.current.channel(maria, [georgi, stranger]);
    const appointment = { params: { id, userId: georgi.id }, body: { role: 'moderator' } };
    await maria.get(moderationCalls.updateMember, appointment);
    const ban = (userId: string) =>
      georgi.ask(moderationCalls.banMember, { params: { id, userId }, body: {} });
    expect((await ban(maria.id)).status).toBe(403);
    expect((await ban(georgi.id)).status).toBe(403);
    expect((await ban(stranger.id)).status).toBe(200);
  });

  test('slow mode makes members wait, loses no message, and exempts moderators', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const slow = { params: { id }, body: { slowModeSeconds: 30 } };
    await maria.get(channelCalls.updateChannel, slow);
    await georgi.say(id, 'едно');
    await expect(georgi.say(id, 'две')).rejects.toThrow('slow_mode');
    await maria.say(id, 'три');
    await maria.say(id, 'четири');
    chat.current.session.time += 30_000;
    expect((await georgi.say(id, 'две')).seq).toBe(4);
  });

  test('reports reach the moderators of the product, who close them', async () => {
    const { id } = await chat.current.channel(maria, [georgi]);
    const sent = await maria.say(id, 'измама');
    const report = { params: { id: sent.id }, body: { reason: 'fraud', note: 'лъже' } };
    await georgi.get(moderationCalls.reportMessage, report);
    await georgi.get(moderationCalls.reportMessage, report);
    expect((await georgi.ask(moderationCalls.listMessageReports)).status).toBe(403);
    const { reports } = await moderator.get(moderationCalls.listMessageReports);
    expect(reports).toMatchObject([
      { message: { id: sent.id }, reporter: { id: georgi.id }, reason: 'fraud', note: 'лъже' },
    ]);
    const close = { params: { messageId: sent.id }, body: { outcome: 'deleted' } };
    await moderator.get(moderationCalls.closeMessageReports, close);
    expect((await moderator.get(moderationCalls.listMessageReports)).reports).toEqual([]);
    expect((await moderator.ask(moderationCalls.closeMessageReports, close)).status).toBe(404);
  });
});

describe('people', () => {
  test('a status is visible to others until it ends', async () => {
    // A new user, because an open page of another test would make them present.
    const ivan = await chat.current.someone();
    const until = new Date(chat.current.session.time + 60_000).toISOString();
    const body = { availability: 'dnd', emoji: '🚲', text: 'на път', until };
    await ivan.get(userCalls.setStatus, { body });
    const query = { userId: ivan.id };
    const { presence } = await georgi.get(userCalls.getPresence, { query });
    expect(presence).toEqual([{ userId: ivan.id, state: 'offline', emoji: '🚲', text: 'на път' }]);
    chat.current.session.time += 60_001;
    expect((await georgi.get(userCalls.getPresence, { query })).presence).toEqual([
      { userId: ivan.id, state: 'offline', emoji: '', text: '' },
    ]);
  });

  test('a channel that does not exist is not found', async () => {
    const params = { id: createUuidV7(5) };
    expect(await errorOf(maria.ask(channelCalls.getChannel, { params }))).toMatchObject(
      rejection('not_found'),
    );
  });
});
