import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { holdStorage } from '#shared/testing/hold-storage.ts';
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

/** Stores messages as a tab did that is closed now. */
const leaveMessages = async (name: string, numbers: readonly number[]): Promise<void> => {
  const database = await openDB(name);
  for (const number of numbers)
    await database.add('drafts', { draft: draft(number), tabId: `closed-${name}` });
  database.close();
};

test('the messages of a closed tab are taken by one other tab', async () => {
  const name = `outbox-${crypto.randomUUID()}`;
  const tabs = [createOutboxStore(name), createOutboxStore(name)];
  for (const tab of tabs) expect(await tab.claim('user')).toEqual([]);
  await leaveMessages(name, [1, 2]);
  const claimed = await Promise.all(tabs.map((tab) => tab.claim('user')));
  // Both messages together, so that their order is kept.
  expect(claimed.map(names)).toContainEqual(['client-1', 'client-2']);
  expect(claimed).toContainEqual([]);
  expect(await Promise.all(tabs.map((tab) => tab.claim('user')))).toEqual(claimed);
});

test('a message that its tab discarded just before it closed is not taken', async () => {
  const name = `outbox-${crypto.randomUUID()}`;
  const [first, second] = [createOutboxStore(name), createOutboxStore(name)];
  await first.claim('user');
  await leaveMessages(name, [3]);
  const request = navigator.locks.request.bind(navigator.locks);
  vi.spyOn(navigator.locks, 'request').mockImplementationOnce(
    async (lock: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
      await second.remove('client-3');
      return request(lock, options, use);
    },
  );
  expect(await first.claim('user')).toEqual([]);
});

test('a message is stored where the browser rejects locks', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValue(new DOMException('No', 'SecurityError'));
  const keep = createOutboxStore(`outbox-${crypto.randomUUID()}`);
  await keep.put(draft(1));
  expect(names(await keep.claim('user'))).toEqual(['client-1']);
});

test('messages are stored again after storage has failed once', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('Not now', 'UnknownError');
  });
  const keep = createOutboxStore(`outbox-${crypto.randomUUID()}`);
  await expect(keep.put(draft(1))).rejects.toThrow('Not now');
  await keep.put(draft(2));
  expect(names(await keep.claim('user'))).toEqual(['client-2']);
});

test('a message does not wait for storage that another page holds', async () => {
  const name = `outbox-${crypto.randomUUID()}`;
  const keep = createOutboxStore(name);
  await keep.put(draft(1));
  const letGo = await holdStorage(name, 'drafts');
  await expect(keep.put(draft(2))).rejects.toThrow('timed out');
  // It is sent meanwhile, so nothing of it stays.
  const removed = keep.remove('client-2');
  await letGo();
  await removed;
  expect(names(await keep.claim('user'))).toEqual(['client-1']);
});
