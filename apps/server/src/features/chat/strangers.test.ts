import { beforeAll, describe, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import * as draftCalls from '@izgodno/contract/chat/draft-calls';
import { findMessageAt, searchMessages } from '@izgodno/contract/chat/find-calls';
import * as hookCalls from '@izgodno/contract/chat/hook-calls';
import * as invitationCalls from '@izgodno/contract/chat/invitation-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import * as receiptCalls from '@izgodno/contract/chat/receipt-calls';
import * as savedCalls from '@izgodno/contract/chat/saved-calls';
import * as threadCalls from '@izgodno/contract/chat/thread-calls';
import * as unreadCalls from '@izgodno/contract/chat/unread-calls';
import { reportUploads } from '@izgodno/contract/chat/upload-calls';
import * as userCalls from '@izgodno/contract/chat/user-calls';
import type { Call } from '@izgodno/contract/common/call';
import { createUuidV7 } from '#platform/uuid.ts';
import { contractCalls } from '#test/contract-calls.ts';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

// States once more, apart from the code, how every call on a channel or message responds to users
// who are not in it, so that a new call must be named here.

const chat = provideChatApp();
let owner: Chatter;
let member: Chatter;
let outsiders: readonly Chatter[];

beforeAll(async () => {
  owner = await chat.current.someone();
  member = await chat.current.someone();
  outsiders = [
    await chat.current.someone(),
    await chat.current.someone('moderator'),
    await chat.current.someone('admin'),
  ];
});

interface Room {
  readonly channel: OwnChannel;
  readonly message: Message;
}

type Request = Parameters<Chatter['ask']>[1];

const ofChannel =
  (more: { readonly params?: Record<string, string>; readonly body?: unknown } = {}) =>
  ({ channel }: Room): Request => ({ ...more, params: { id: channel.id, ...more.params } });

const ofMember =
  (body?: unknown) =>
  ({ channel }: Room): Request => ({
    params: { id: channel.id, userId: member.id },
    ...(body === undefined ? {} : { body }),
  });

const ofMessage =
  (more: { readonly params?: Record<string, string>; readonly body?: unknown } = {}) =>
  ({ message }: Room): Request => ({ ...more, params: { id: message.id, ...more.params } });

/** Calls on data that only members may read or change. */
const forMembers = new Map<Call, (room: Room) => Request>([
  [channelCalls.listMembers, ofChannel()],
  [channelCalls.setChannelPreferences, ofChannel({ body: { notifications: 'none' } })],
  [channelCalls.markRead, ofChannel({ body: { seq: 1 } })],
  [
    channelCalls.markUnread,
    ({ channel, message }) => ({ params: { id: channel.id }, body: { messageId: message.id } }),
  ],
  [unreadCalls.getUnreadReasons, ofChannel()],
  [channelCalls.listPins, ofChannel()],
  [channelCalls.listChannelFiles, ofChannel()],
  [messageCalls.listMessages, ({ channel }) => ({ params: { channelId: channel.id } })],
  [
    findMessageAt,
    ({ channel }) => ({
      params: { channelId: channel.id },
      query: { time: '2026-11-21T00:00:00Z' },
    }),
  ],
  [
    messageCalls.sendMessage,
    ({ channel }) => ({
      body: { channelId: channel.id, clientId: createUuidV7(Date.now()), text: 'пуснете ме' },
    }),
  ],
  [messageCalls.getMessage, ofMessage()],
  [messageCalls.updateFiles, ofMessage({ body: { fileUrls: [] } })],
  [reportUploads, ofMessage({ body: { files: [{ placeholderId: 'a', progress: 1 }] } })],
  [messageCalls.updateMessage, ofMessage({ body: { text: 'друго' } })],
  [messageCalls.deleteMessage, ofMessage()],
  [messageCalls.addReaction, ofMessage({ params: { emoji: '👍' } })],
  [messageCalls.removeReaction, ofMessage({ params: { emoji: '👍' } })],
  [messageCalls.pinMessage, ofMessage()],
  [messageCalls.unpinMessage, ofMessage()],
  [messageCalls.getThread, ofMessage()],
  [
    messageCalls.forwardMessage,
    ({ channel, message }) => ({
      params: { id: message.id },
      body: { channelId: channel.id, clientId: createUuidV7(Date.now()) },
    }),
  ],
  [
    draftCalls.storeDraft,
    ({ channel }) => ({
      body: { channelId: channel.id, threadId: null, text: 'недовършено', people: [], version: 0 },
    }),
  ],
  [receiptCalls.getReceipts, ofMessage()],
  [savedCalls.saveMessage, ofMessage({ body: {} })],
  [threadCalls.getFollowedThread, ofMessage()],
  [threadCalls.followThread, ofMessage()],
  [threadCalls.unfollowThread, ofMessage()],
  [threadCalls.markThreadRead, ofMessage({ body: { seq: 1 } })],
  [hookCalls.listHooks, ofChannel()],
  [hookCalls.createHook, ofChannel({ body: { name: 'Отвън' } })],
  [hookCalls.deleteHook, ofChannel({ params: { hookId: createUuidV7(Date.now()) } })],
  [moderationCalls.reportMessage, ofMessage({ body: { reason: 'spam', note: '' } })],
]);

/**
 * Calls on a channel itself: every user sees public ones, and moderators of the product moderate
 * them.
 */
const forThoseWhoSee = new Map<Call, (room: Room) => Request>([
  [channelCalls.getChannel, ofChannel()],
  [channelCalls.updateChannel, ofChannel({ body: { topic: 'друго' } })],
  [channelCalls.addMember, ofMember()],
  [channelCalls.removeMember, ofMember()],
  [moderationCalls.updateMember, ofMember({ role: 'moderator' })],
  [invitationCalls.listPendingInvitations, ofChannel()],
  [moderationCalls.listBans, ofChannel()],
  [moderationCalls.listChannelLog, ofChannel()],
  [moderationCalls.banMember, ofMember({ reason: '', until: null })],
  [moderationCalls.unbanMember, ofMember()],
]);

/**
 * Calls about the caller, or about no other user's data. `access.test.ts` checks who may make them.
 */
const elsewhere = new Set<Call>([
  channelCalls.listChannels,
  channelCalls.browseChannels,
  channelCalls.createChannel,
  channelCalls.openDirect,
  channelCalls.getActivity,
  channelCalls.markAllRead,
  // About the caller's device; what it says of other channels is dropped.
  receiptCalls.reportReceived,
  draftCalls.listDrafts,
  invitationCalls.listInvitations,
  searchMessages,
  savedCalls.listSavedMessages,
  savedCalls.unsaveMessage,
  moderationCalls.listMessageReports,
  moderationCalls.closeMessageReports,
  userCalls.getLastActiveChannel,
  userCalls.getChatProfile,
  userCalls.saveLastActiveMessage,
  userCalls.findUsers,
  userCalls.getPresence,
  userCalls.getStatus,
  userCalls.setStatus,
]);

const stateOf = async ({ channel, message }: Room): Promise<unknown> => ({
  channel: await owner.get(channelCalls.getChannel, { params: { id: channel.id } }),
  members: await owner.get(channelCalls.listMembers, { params: { id: channel.id } }),
  bans: await owner.get(moderationCalls.listBans, { params: { id: channel.id } }),
  message: await owner.get(messageCalls.getMessage, { params: { id: message.id } }),
});

const openRoom = async (kind: 'public' | 'private'): Promise<Room> => {
  const name = createUuidV7(Date.now());
  const body = { name, kind };
  const { channel } = await owner.get(channelCalls.createChannel, { body });
  const params = { id: channel.id, userId: member.id };
  await owner.get(channelCalls.addMember, { params });
  await member.get(channelCalls.addMember, { params });
  return { channel, message: await owner.say(channel.id, 'между нас') };
};

const codesOf = async (
  who: Chatter,
  room: Room,
  requests: ReadonlyMap<Call, (room: Room) => Request>,
): Promise<Record<string, unknown>> => {
  const codes: Record<string, unknown> = {};
  for (const [call, request] of requests) {
    const { body } = await who.ask(call, request(room));
    codes[`${call.method} ${call.path}`] =
      JSON.stringify(body).match(/"code":"(\w+)"/)?.[1] ?? body;
  }
  return codes;
};

const each = (requests: ReadonlyMap<Call, unknown>, code: string): Record<string, string> =>
  Object.fromEntries([...requests.keys()].map(({ method, path }) => [`${method} ${path}`, code]));

describe('a user who is not in a channel', () => {
  test('gets nothing of a private one and changes nothing in it, whatever their role elsewhere', async () => {
    const room = await openRoom('private');
    const before = await stateOf(room);
    const all = new Map([...forMembers, ...forThoseWhoSee]);
    for (const outsider of outsiders)
      expect(await codesOf(outsider, room, all)).toEqual(each(all, 'not_found'));
    expect(await stateOf(room)).toEqual(before);
  });

  test('reads and writes nothing in a public one before they join', async () => {
    const room = await openRoom('public');
    const before = await stateOf(room);
    for (const outsider of outsiders)
      expect(await codesOf(outsider, room, forMembers)).toEqual(each(forMembers, 'not_a_member'));
    expect(await stateOf(room)).toEqual(before);
  });

  test('finds it in none of the lists', async () => {
    const { channel } = await openRoom('private');
    const listsOf = async (who: Chatter): Promise<string> =>
      JSON.stringify([
        await who.get(channelCalls.listChannels),
        await who.get(channelCalls.browseChannels, { query: { q: channel.name } }),
        await who.get(channelCalls.getActivity),
        await who.get(searchMessages, { query: { q: 'между нас' } }),
        await who.get(searchMessages, {
          query: { q: 'между нас', channelId: channel.id },
        }),
      ]);
    expect(await listsOf(member)).toContain(channel.id);
    for (const outsider of outsiders) expect(await listsOf(outsider)).not.toContain(channel.id);
  });
});

test('every call of the chat is tested', () => {
  const named = new Set([...forMembers.keys(), ...forThoseWhoSee.keys(), ...elsewhere]);
  const chatCalls = contractCalls.filter(({ path }) =>
    /^\/api\/(?:channels|message|chat)\b|lastActive|users\/:userId\/profile/.test(path),
  );
  expect(chatCalls.filter((call) => !named.has(call)).map(({ path }) => path)).toEqual([]);
  expect(chatCalls).toHaveLength(named.size);
});
