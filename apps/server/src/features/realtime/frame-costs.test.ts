import { expect, test } from 'vitest';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { createUuidV7 } from '#platform/uuid.ts';
import { openPage, provideChatApp } from '#test/chat-app.ts';
import { MAX_WAITING_FRAMES } from './connection.ts';

const UNITS = 200;
const chat = provideChatApp({ BUDGET_PER_MINUTE: String(UNITS) });

const seen = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ channelId: createUuidV7(index), version: 0 }));

test('frames of all sockets of an account pay from the budget of its calls', async () => {
  const maria = await chat.current.someone();
  const georgi = await chat.current.someone();
  const other = await georgi.connect();
  const pages = [await maria.connect(), await maria.connect()] as const;
  for (const page of pages) page.send({ type: 'resume', channels: seen(UNITS / 2) });
  const { reason } = await Promise.race(pages.map((page) => page.closed()));
  expect(reason).toBe('too_many_frames');
  // What is left does not pay for a call that costs as much.
  for (const page of pages) page.send({ type: 'resume', channels: seen(UNITS / 2) });
  await Promise.all(pages.map((page) => page.closed()));
  const page = await openPage(chat.current.url);
  page.send({ type: 'hello', token: maria.token, resume: seen(UNITS / 2) });
  expect((await page.closed()).reason).toBe('too_many_frames');

  other.send({ type: 'ping' });
  await other.frame('pong');
  chat.current.session.time += MINUTE_MS / 2;
  await maria.get(channelCalls.listChannels);
  await maria.connect();
});

test('an account that has spent its budget on calls opens no socket until it has some again', async () => {
  const maria = await chat.current.someone();
  for (let call = 0; call < UNITS; call += 1) {
    const { status } = await maria.ask(channelCalls.listChannels);
    if (status !== 200) break;
  }
  const page = await openPage(chat.current.url);
  page.send({ type: 'hello', token: maria.token });
  expect((await page.closed()).reason).toBe('too_many_frames');
  chat.current.session.time += MINUTE_MS / 2;
  await maria.connect();
});

test.each(['hello', 'resume'])('%s names each channel once', async (type) => {
  const maria = await chat.current.someone();
  const channelId = createUuidV7(1);
  const channels = [0, 1].map((version) => ({ channelId, version }));
  const page = type === 'hello' ? await openPage(chat.current.url) : await maria.connect();
  page.send(type === 'hello' ? { type, token: maria.token, resume: channels } : { type, channels });
  expect((await page.closed()).reason).toBe('bad_frame');
});

test('a browser with many tabs may send what it sends when its connection opens', async () => {
  const maria = await chat.current.someone();
  const page = await maria.connect();
  const tabs = MAX_WAITING_FRAMES / 4;
  for (let tab = 0; tab < tabs; tab += 1) {
    page.send({ type: 'resume', channels: seen(1) });
    page.send({ type: 'watch', userIds: [maria.id] });
    page.send({ type: 'follow', channelIds: [] });
    page.send({ type: 'idle', idle: false });
  }
  page.send({ type: 'ping' });
  expect((await page.frame('pong')).type).toBe('pong');
});
