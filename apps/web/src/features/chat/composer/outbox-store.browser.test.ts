import { expect, test } from 'vitest';
import type { Draft } from './outbox.ts';
import { createOutboxStore } from './outbox-store.ts';

const draft = (number: number, userId = 'user'): Draft => ({
  clientId: `client-${number}`,
  userId,
  channelId: 'channel',
  text: `Text ${number}`,
  attachments: [],
  replyTo: null,
  createdAt: '2026-11-21T10:00:00Z',
});

const names = (drafts: readonly Draft[]): string[] => drafts.map(({ clientId }) => clientId);

test('stored messages are found in the order of writing, by their user, until they are removed', async () => {
  const keep = createOutboxStore(`outbox-${crypto.randomUUID()}`);
  for (const number of [3, 1, 2]) await keep.put(draft(number));
  await keep.put(draft(4, 'other'));
  expect(names(await keep.claim('user'))).toEqual(['client-3', 'client-1', 'client-2']);
  await keep.remove('client-1');
  await keep.remove('unknown');
  expect(names(await keep.claim('user'))).toEqual(['client-3', 'client-2']);
  expect(await keep.claim('nobody')).toEqual([]);
});

test('a message of an open tab is left to that tab', async () => {
  const name = `outbox-${crypto.randomUUID()}`;
  const first = createOutboxStore(name);
  await first.put(draft(1));
  const second = createOutboxStore(name);
  expect(await second.claim('user')).toEqual([]);
  expect(names(await first.claim('user'))).toEqual(['client-1']);
});
