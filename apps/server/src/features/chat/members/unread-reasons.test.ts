import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { chatRates } from '@izgodno/contract/chat/limits';
import { deleteMessage, forwardMessage } from '@izgodno/contract/chat/message-calls';
import { unfollowThread } from '@izgodno/contract/chat/thread-calls';
import { getUnreadReasons } from '@izgodno/contract/chat/unread-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});

// Rates are counted by the clock, which only tests advance.
beforeEach(() => {
  chat.current.session.time += chatRates.message.windowMs;
});

const reasonsOf = (who: Chatter, id: string) => who.get(getUnreadReasons, { params: { id } });

const none = { first: null, counted: 0, mentions: 0, replies: 0, threads: 0, own: 0, deleted: 0 };

test('unread messages are counted by reason, with the first one that another user wrote', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  expect(await reasonsOf(georgi, id)).toMatchObject({ ...none, isMarked: false });
  const removed = await maria.say(id, 'изтрито');
  const own = await georgi.say(id, 'мое');
  const first = await maria.say(id, `ела, <@${georgi.id}>`);
  await maria.say(id, 'елате всички, <!channel>');
  await maria.say(id, `отговор за <@${georgi.id}>`, { replyTo: own.id });
  await maria.get(deleteMessage, { params: { id: removed.id } });
  const reasons = await reasonsOf(georgi, id);
  expect(reasons).toMatchObject({ counted: 5, own: 1, deleted: 1 });
  expect(reasons).toMatchObject({ mentions: 3, replies: 1, threads: 1, isMarked: false });
  expect(reasons.first).toMatchObject({ id: first.id, sender: { name: maria.name } });
  await georgi.get(unfollowThread, { params: { id: own.id } });
  expect(await reasonsOf(georgi, id)).toMatchObject({ replies: 1, threads: 0 });
});

test('the mentions in a forward are none, and messages marked as unread are named as such', async () => {
  const { id } = await chat.current.channel(maria, [georgi]);
  const other = await chat.current.channel(maria);
  const { id: messageId } = await maria.say(other.id, `виж, <@${georgi.id}>`);
  const clientId = crypto.randomUUID();
  const { message } = await maria.get(forwardMessage, {
    params: { id: messageId },
    body: { channelId: id, clientId },
  });
  expect(await reasonsOf(georgi, id)).toMatchObject({ counted: 1, mentions: 0, isMarked: false });
  await georgi.get(channelCalls.markRead, { params: { id }, body: { seq: message.seq } });
  expect(await reasonsOf(georgi, id)).toMatchObject(none);
  await georgi.get(channelCalls.markUnread, { params: { id }, body: { messageId: message.id } });
  expect(await reasonsOf(georgi, id)).toMatchObject({ counted: 1, isMarked: true });
});
