import type { Message } from '@izgodno/contract/chat/message';
import type { ClientFrame } from '@izgodno/contract/realtime/frames';
import { expect, test } from 'vitest';
import { emptyLog, takePage, type ChannelLog } from '../messages/channel-log.ts';
import { aMessage } from '../testing/messages.ts';
import { aChannel, CHANNEL_ID, ME, talk } from '../testing/served-chat.tsx';
import { OfflineChat } from './offline-chat.ts';
import type { OfflineStore } from './offline-store.ts';
import type { StoredLog } from './stored-log.ts';

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 30; tick += 1) await Promise.resolve();
};

/** A device with a store in memory, a server with messages, and timers that the test runs. */
const makeDevice = (given: { readonly begin?: OfflineStore['begin'] } = {}) => {
  const logs = new Map<string, StoredLog>();
  const sent: ClientFrame[] = [];
  const timers: (() => void)[] = [];
  let messages = talk(3);
  let openLog: ChannelLog | undefined;
  let erased = false;
  let isBroken = false;
  let isThrifty = false;
  let reads = 0;
  const offline = new OfflineChat({
    store: {
      begin: async () => new Map([...logs].map(([id, { version }]) => [id, version])),
      update: async (channelId, next) => {
        if (isBroken) throw new Error('The page was frozen.');
        const result = next(logs.get(channelId) ?? null);
        if (result === null) logs.delete(channelId);
        else logs.set(channelId, result);
        return result;
      },
      readDirectory: async () => null,
      putDirectory: async () => {},
      end: () => {},
      erase: async () => {
        erased = true;
      },
      ...given,
    },
    fetchNewest: async () => {
      reads += 1;
      return { messages, total: messages.length, version: messages.length };
    },
    openLog: () => openLog,
    isThrifty: () => isThrifty,
    directory: () => ({ channels: [], lastActive: {} }),
    send: (frame) => sent.push(frame) > 0,
    after: (_ms, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
    pauseMs: () => 0,
    log: () => {},
  });
  return {
    offline,
    logs,
    sent,
    wasErased: () => erased,
    reads: () => reads,
    thrifty: (now: boolean) => {
      isThrifty = now;
    },
    breaks: (now: boolean) => {
      isBroken = now;
    },
    texts: () => logs.get(CHANNEL_ID)?.messages.map(({ text }) => text),
    has: (now: readonly Message[]) => {
      messages = now;
    },
    open: () => {
      openLog = takePage(emptyLog(CHANNEL_ID), {
        messages,
        total: messages.length,
        version: messages.length,
      });
    },
    passTime: async () => {
      for (const run of timers.splice(0)) run();
      await settle();
    },
    /** A device that has stored the channel; `meanwhile` runs while it is read. */
    filled: async (meanwhile?: () => void) => {
      await offline.begin(ME.id);
      offline.channelsRead([aChannel({ version: 3 })]);
      for (const run of timers.splice(0)) run();
      meanwhile?.();
      await settle();
    },
  };
};

const created = (seq: number) =>
  ({ type: 'message.created', data: { message: aMessage({ seq }) } }) as const;

test('a channel is read once, and then follows the events', async () => {
  const device = makeDevice();
  await device.filled();
  expect(device.texts()).toEqual(['Message 1', 'Message 2', 'Message 3']);
  device.offline.receive(created(4));
  expect((await device.offline.read(CHANNEL_ID))?.messages.at(-1)?.text).toBe('Message 4');
  device.offline.receive(created(5));
  await device.passTime();
  expect(device.texts()?.at(-1)).toBe('Message 5');
  expect(device.sent).toEqual([]);
});

test('channels that are read before the store has opened are stored once it has', async () => {
  const opened = Promise.withResolvers<ReadonlyMap<string, number>>();
  const device = makeDevice({ begin: () => opened.promise });
  const begun = device.offline.begin(ME.id);
  device.offline.channelsRead([aChannel({ version: 3 })]);
  opened.resolve(new Map());
  await begun;
  await device.passTime();
  expect(device.texts()).toHaveLength(3);
});

test('a store that opens while the channels cannot be read keeps what it has', async () => {
  const device = makeDevice();
  await device.filled();
  device.offline.end(false);
  await device.offline.begin(ME.id);
  await device.passTime();
  expect((await device.offline.read(CHANNEL_ID))?.messages).toHaveLength(3);
});

test('what an opened log has and the store lacks is stored without another event', async () => {
  const device = makeDevice();
  await device.filled();
  device.has(talk(4));
  device.open();
  device.offline.channelsRead([aChannel({ version: 4 })]);
  expect(device.sent).toEqual([]);
  await device.passTime();
  expect(device.texts()).toHaveLength(4);
});

test('changes that could not be written are written with the next ones', async () => {
  const device = makeDevice();
  await device.filled();
  device.breaks(true);
  device.offline.receive(created(4));
  await device.passTime();
  expect(device.texts()).toHaveLength(3);
  device.breaks(false);
  device.offline.directoryChanged();
  await device.passTime();
  expect(device.texts()).toHaveLength(4);
});

test('channels that could not be read are read again, without another event', async () => {
  const device = makeDevice();
  device.breaks(true);
  await device.filled();
  await device.passTime();
  expect(device.texts()).toBeUndefined();
  device.breaks(false);
  await device.passTime();
  expect(device.texts()).toHaveLength(3);
});

test('changes of a channel that is being read follow what is read', async () => {
  const device = makeDevice();
  await device.filled(() => device.offline.receive(created(4)));
  await device.passTime();
  expect(device.texts()).toHaveLength(4);
});

test('what it missed is requested by the stored version, not read again', async () => {
  const device = makeDevice();
  await device.filled();
  device.offline.channelsRead([aChannel({ version: 5 })]);
  const resume = { type: 'resume', channels: [{ channelId: CHANNEL_ID, version: 3 }] };
  expect(device.sent).toEqual([resume]);
  // An event after a lost one has the same effect, and changes nothing yet.
  device.offline.receive(created(5));
  await device.passTime();
  expect(device.sent).toEqual([resume, resume]);
  expect(device.texts()).toHaveLength(3);
  device.offline.receive({
    type: 'missed',
    data: {
      outcome: 'messages',
      channelId: CHANNEL_ID,
      messages: [aMessage({ seq: 4 }), aMessage({ seq: 5 })],
      version: 5,
      lastSeq: 5,
    },
  });
  await device.passTime();
  expect(device.texts()).toHaveLength(5);
});

test('an opened channel is stored from its log, which makes its own requests', async () => {
  const device = makeDevice();
  await device.filled();
  device.has(talk(4));
  device.open();
  device.offline.channelsRead([aChannel({ version: 4 })]);
  device.offline.receive(created(4));
  await device.passTime();
  expect(device.texts()).toHaveLength(4);
  expect(device.sent).toEqual([]);
});

test('a channel that missed too much is read again, and one that the user left is removed', async () => {
  const device = makeDevice();
  await device.filled();
  device.has(talk(9));
  device.offline.receive({ type: 'missed', data: { outcome: 'refetch', channelId: CHANNEL_ID } });
  expect(await device.offline.read(CHANNEL_ID)).toBeNull();
  await device.passTime();
  expect(device.texts()).toHaveLength(9);
  device.offline.receive({ type: 'channel.left', data: { channelId: CHANNEL_ID, reason: 'left' } });
  await settle();
  expect(device.logs.size).toBe(0);
  await device.filled();
  device.offline.channelsRead([]);
  await settle();
  expect(device.logs.size).toBe(0);
});

test('signing out erases what is stored; an expired session leaves it', async () => {
  const device = makeDevice();
  await device.filled();
  device.offline.end(false);
  expect(device.wasErased()).toBe(false);
  await device.filled();
  device.offline.end(true);
  expect(device.wasErased()).toBe(true);
  device.offline.receive(created(4));
  await device.passTime();
  expect(device.texts()).toHaveLength(3);
});

test('without a store, nothing is read and nothing fails', async () => {
  const device = makeDevice({ begin: () => Promise.reject(new Error('A private window')) });
  await device.filled();
  device.offline.receive(created(4));
  device.offline.directoryChanged();
  await device.passTime();
  expect(await device.offline.read(CHANNEL_ID)).toBeNull();
  expect(await device.offline.readDirectory()).toBeNull();
  expect(device.logs.size).toBe(0);
});

test('an opened channel is stored without a request of its own', async () => {
  const device = makeDevice();
  device.open();
  await device.filled();
  expect(device.texts()).toHaveLength(3);
  expect(device.reads()).toBe(0);
});

test('where bytes are few, a channel is stored once it is opened', async () => {
  const device = makeDevice();
  device.thrifty(true);
  await device.filled();
  await device.passTime();
  expect([device.reads(), device.logs.size]).toEqual([0, 0]);
  device.open();
  device.offline.directoryChanged();
  await device.passTime();
  expect([device.reads(), device.logs.size]).toEqual([0, 1]);
});
