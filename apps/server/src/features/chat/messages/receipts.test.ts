import { beforeAll, beforeEach, expect, test } from 'vitest';
import { logoutEverywhere } from '@izgodno/contract/accounts/calls';
import { blockUser } from '@izgodno/contract/blocks/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { chatRates } from '@izgodno/contract/chat/limits';
import * as calls from '@izgodno/contract/chat/receipt-calls';
import { provideChatApp, type Chatter } from '#test/chat-app.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let petar: Chatter;
let moderator: Chatter;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
  petar = await chat.current.someone();
  moderator = await chat.current.someone('moderator');
});

// Rates are counted by the clock, which only tests advance.
beforeEach(() => {
  chat.current.session.time += chatRates.message.windowMs;
});

const receiptsOf = (who: Chatter, id: string) => who.get(calls.getReceipts, { params: { id } });

const report = (who: Chatter, ...ranges: readonly calls.ReceivedRange[]) =>
  who.get(calls.reportReceived, { body: { ranges } });

const read = (who: Chatter, id: string, seq: number) =>
  who.get(channelCalls.markRead, { params: { id }, body: { seq } });

const join = (who: Chatter, id: string) =>
  who.get(channelCalls.addMember, { params: { id, userId: who.id } });

const showReaders = (who: Chatter, id: string, showsReaders: boolean) =>
  who.ask(channelCalls.updateChannel, { params: { id }, body: { showsReaders } });

test('a message is delivered to the devices that report it, once each', async () => {
  const { id: channelId } = await chat.current.channel(maria, [georgi, petar]);
  const first = await maria.say(channelId, 'едно');
  const second = await maria.say(channelId, 'две');
  expect(await receiptsOf(maria, first.id)).toMatchObject({
    storedAt: first.createdAt,
    delivered: { devices: 0, of: 2 },
    seen: null,
  });
  const phone = await chat.current.signInAgain(georgi);
  await report(georgi, { channelId, from: 1, to: 1 });
  await report(georgi, { channelId, from: 1, to: 1 }, { channelId, from: 2, to: 2 });
  await report(phone, { channelId, from: 2, to: 2 });
  // The sender's own device is none of a receiver.
  await report(maria, { channelId, from: 1, to: 2 });
  expect((await receiptsOf(maria, first.id)).delivered).toEqual({ devices: 1, of: 3 });
  expect((await receiptsOf(maria, second.id)).delivered).toEqual({ devices: 2, of: 3 });
  // Only the sender is shown that.
  expect(await receiptsOf(georgi, first.id)).toMatchObject({ delivered: null, seen: null });
});

test('no device reports what does not exist yet, or is in a channel of others', async () => {
  const { id: channelId } = await chat.current.channel(maria, [petar]);
  const other = await chat.current.channel(maria);
  const hidden = await maria.say(other.id, 'само за мен');
  await maria.say(channelId, 'едно');
  await report(petar, { channelId, from: 1, to: 1_000 }, { channelId: other.id, from: 1, to: 1 });
  chat.current.session.time += 1;
  await join(petar, other.id);
  const later = await maria.say(channelId, 'две');
  expect((await receiptsOf(maria, later.id)).delivered).toEqual({ devices: 0, of: 1 });
  // A member who joined later is no receiver.
  expect((await receiptsOf(maria, hidden.id)).delivered).toEqual({ devices: 0, of: 0 });
});

test('who has seen a message is shown from the time on that the channel shows it', async () => {
  const { id } = await chat.current.channel(maria, [georgi, petar]);
  const before = await georgi.say(id, 'преди');
  expect((await showReaders(georgi, id, true)).body).toMatchObject({
    error: { code: 'forbidden' },
  });
  await showReaders(maria, id, true);
  await showReaders(maria, id, true);
  const after = await georgi.say(id, 'след');
  await read(petar, id, after.seq);
  chat.current.session.time += 1;
  await join(moderator, id);
  expect((await receiptsOf(georgi, before.id)).seen).toBeNull();
  expect((await receiptsOf(georgi, after.id)).seen).toEqual({
    users: [{ id: petar.id, name: petar.name }],
    count: 1,
    of: 2,
  });
  for (const other of [maria, petar, moderator])
    expect((await receiptsOf(other, after.id)).seen).toBeNull();
  await showReaders(maria, id, false);
  expect((await receiptsOf(georgi, after.id)).seen).toBeNull();
});

test('a direct conversation shows it, except between users who block each other', async () => {
  const { channel } = await maria.get(channelCalls.openDirect, { body: { userIds: [georgi.id] } });
  const { id, seq } = await maria.say(channel.id, 'тайна');
  await read(georgi, channel.id, seq);
  expect((await receiptsOf(maria, id)).seen).toMatchObject({ count: 1, of: 1 });
  await georgi.get(blockUser, { params: { userId: maria.id } });
  expect((await receiptsOf(maria, id)).seen).toBeNull();
  const both = await chat.current.channel(maria, [georgi, petar]);
  await showReaders(maria, both.id, true);
  const said = await maria.say(both.id, 'на всички');
  await read(georgi, both.id, said.seq);
  expect((await receiptsOf(maria, said.id)).seen).toEqual({ users: [], count: 0, of: 1 });
});

test('what a reader is shown to have seen is delivered, before a device reports it', async () => {
  const reader = await chat.current.someone();
  const { channel } = await maria.get(channelCalls.openDirect, { body: { userIds: [reader.id] } });
  const { id, seq } = await maria.say(channel.id, 'видяно');
  const phone = await chat.current.signInAgain(reader);
  await read(phone, channel.id, seq);
  expect((await receiptsOf(maria, id)).delivered).toEqual({ devices: 1, of: 2 });
  await report(phone, { channelId: channel.id, from: seq, to: seq });
  expect((await receiptsOf(maria, id)).delivered).toEqual({ devices: 1, of: 2 });
  await phone.get(logoutEverywhere);
  expect(await receiptsOf(maria, id)).toMatchObject({
    delivered: { devices: 1, of: 1 },
    seen: { count: 1, of: 1 },
  });
});

test('where readers are not shown, a reading counts as no delivery', async () => {
  const { id: channelId } = await chat.current.channel(maria, [georgi]);
  const { id, seq } = await maria.say(channelId, 'едно');
  const { of } = (await receiptsOf(maria, id)).delivered ?? { of: 0 };
  await read(georgi, channelId, seq);
  expect((await receiptsOf(maria, id)).delivered).toEqual({ devices: 0, of });
});
