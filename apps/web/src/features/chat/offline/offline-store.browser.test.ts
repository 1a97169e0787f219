import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { aChannel, CHANNEL_ID, ME, OTHER } from '../testing/served-chat.tsx';
import { createOfflineStore } from './offline-store.ts';
import type { StoredLog } from './stored-log.ts';

const aLog = (version: number): StoredLog => ({
  channelId: CHANNEL_ID,
  version,
  lastSeq: 1,
  messages: [aMessage({ seq: 1 })],
});

const aName = (): string => `offline-${crypto.randomUUID()}`;

test('messages and channels outlive the page, until another user signs in', async () => {
  const name = aName();
  const first = createOfflineStore(name);
  expect(await first.begin(ME.id)).toEqual(new Map());
  await first.update(CHANNEL_ID, () => aLog(3));
  const directory = { channels: [aChannel()], lastActive: { [CHANNEL_ID]: 'seen' } };
  await first.putDirectory(directory);

  const next = createOfflineStore(name);
  expect(await next.begin(ME.id)).toEqual(new Map([[CHANNEL_ID, 3]]));
  expect(await next.readDirectory()).toEqual(directory);
  expect(await next.update(CHANNEL_ID, (stored) => stored)).toEqual(aLog(3));

  expect(await createOfflineStore(name).begin(OTHER.id)).toEqual(new Map());
  expect(await next.readDirectory()).toBeNull();
});

test('erased messages leave no database, and another tab writes nothing afterwards', async () => {
  const name = aName();
  const here = createOfflineStore(name);
  const there = createOfflineStore(name);
  await here.begin(ME.id);
  await there.begin(ME.id);
  await here.update(CHANNEL_ID, () => aLog(3));
  await here.erase();
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
  await expect(there.update(CHANNEL_ID, () => aLog(4))).rejects.toThrow('closed');
});

test('messages of another form are as good as none', async () => {
  const name = aName();
  const store = createOfflineStore(name);
  await store.begin(ME.id);
  const database = await openDB(name);
  await database.put('logs', {
    channelId: CHANNEL_ID,
    version: 1,
    messages: 'of an older version',
  });
  database.close();
  expect(await store.update(CHANNEL_ID, (stored) => stored)).toBeNull();
});
