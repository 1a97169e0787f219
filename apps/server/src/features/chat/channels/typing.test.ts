import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as commentCalls from '@izgodno/contract/chat/comment-calls';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import * as moderationCalls from '@izgodno/contract/chat/moderation-calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideChatApp, type Chatter, type Page } from '#test/chat-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';

const chat = provideChatApp();
let maria: Chatter;
let georgi: Chatter;
let listener: Page;
let writer: Page;
let channelId: string;

beforeAll(async () => {
  maria = await chat.current.someone();
  georgi = await chat.current.someone();
});
beforeEach(async () => {
  ({ id: channelId } = await chat.current.channel(maria, [georgi]));
  [listener, writer] = [await maria.connect(), await georgi.connect()];
});

const typing = (page: Page) => page.frames.filter(({ type }) => type === 'typing').length;

/** Sends frames, and waits until what they may cause has arrived. */
const type = async (channel: string, times = 1): Promise<void> => {
  for (let sent = 0; sent < times; sent += 1) writer.send({ type: 'typing', channelId: channel });
  for (const page of [writer, listener]) {
    const { length } = page.frames;
    page.send({ type: 'ping' });
    await expect
      .poll(() => page.frames.slice(length).some((frame) => frame.type === 'pong'))
      .toBe(true);
  }
};

test('repeated frames of a user in a channel are published once, from all their sockets', async () => {
  await type(channelId, 20);
  writer = await georgi.connect();
  await type(channelId, 20);
  expect(typing(listener)).toBe(1);
});

test('a muted member is not shown as typing', async () => {
  const until = new Date(chat.current.session.time + HOUR_MS).toISOString();
  await maria.get(moderationCalls.updateMember, {
    params: { id: channelId, userId: georgi.id },
    body: { mutedUntil: until },
  });
  await type(channelId);
  expect(typing(listener)).toBe(0);
});

test('no member is shown as typing in an archived channel', async () => {
  await maria.get(channelCalls.updateChannel, {
    params: { id: channelId },
    body: { archived: true },
  });
  await type(channelId);
  expect(typing(listener)).toBe(0);
});

test('no user is shown as typing in the comments of a deal', async () => {
  const { database } = chat.current.session.database;
  await insertSources(database);
  const [deal = 0] = await insertDeals(database, [aDeal({ source_id: 'board' })]);
  await georgi.get(commentCalls.addComment, {
    params: { id: String(deal) },
    body: { clientId: createUuidV7(1), text: 'здравей' },
  });
  const comments = dealChannelId(String(deal));
  for (const page of [listener, writer]) page.send({ type: 'follow', channelIds: [comments] });
  await type(comments);
  expect(typing(listener)).toBe(0);
});
