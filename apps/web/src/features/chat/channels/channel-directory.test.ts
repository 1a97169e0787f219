import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { describe, expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { ChannelDirectory, unreadOf, type DirectoryPorts } from './channel-directory.ts';
import { activityOfProbe } from './probe-activity.ts';

const ME = '01890000-0000-7000-8000-a00000000001';
const CHANNEL = '01890000-0000-7000-8000-c00000000000';

const channel = (given: Partial<OwnChannel> = {}): OwnChannel => ({
  id: CHANNEL,
  name: 'Общ',
  kind: 'public',
  topic: '',
  isDefault: true,
  archivedAt: null,
  createdAt: '2026-11-01T00:00:00Z',
  slowModeSeconds: 0,
  memberCount: 2,
  people: [],
  lastSeq: 5,
  version: 5,
  showsReaders: false,
  membership: {
    role: 'member',
    notifications: 'all',
    starred: false,
    readSeq: 3,
    unreadMarks: 0,
    mutedUntil: null,
    joinedAt: '2026-11-01T00:00:00Z',
  },
  ...given,
});

const makeWorld = (given: Partial<DirectoryPorts> = {}) => {
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const ended = new Set<object>();
  let total = 5;
  const directory = new ChannelDirectory({
    fetchChannels: async () => [channel()],
    readStored: async () => null,
    fetchLastActive: async () => new Map([[CHANNEL, 'seen']]),
    fetchAll: async () => [activityOfProbe(CHANNEL, { total, newest: null }, 'seen')],
    probeAll: async () => [activityOfProbe(CHANNEL, { total, newest: null }, 'seen')],
    after: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void ended.add(timer);
    },
    pauseMs: (failures) => failures * 1_000,
    isPassing: () => true,
    isUnanswered: () => false,
    log: () => {},
    ...given,
  });
  const current = (): OwnChannel | undefined => directory.state.get().channels.get(CHANNEL);
  return {
    directory,
    timers,
    ended,
    current,
    unread: () => {
      const known = current();
      return known === undefined ? null : unreadOf(known);
    },
    setTotal: (to: number) => {
      total = to;
    },
  };
};

const world = async (given: Partial<DirectoryPorts> = {}) => {
  const made = makeWorld(given);
  await made.directory.begin(ME);
  return made;
};

const created = (seq: number, senderId?: string) =>
  ({
    type: 'message.created',
    data: {
      message: aMessage({
        seq,
        channelId: CHANNEL,
        ...(senderId === undefined ? {} : { sender: { id: senderId, name: 'Аз' } }),
      }),
    },
  }) as const;

describe('what changes while the channels load for the first time', () => {
  const change = {
    'an event': (directory: ChannelDirectory) => directory.receive(created(6)),
    'a new connection': (directory: ChannelDirectory) => void directory.reload(),
  };
  test.for(Object.entries(change))('is read after it: %s', async ([, happen]) => {
    const first = Promise.withResolvers<OwnChannel[]>();
    const responses = [first.promise, Promise.resolve([channel({ lastSeq: 6 })])];
    const { directory, unread } = makeWorld({
      fetchChannels: async () => (await responses.shift()) ?? [],
    });
    const begun = directory.begin(ME);
    happen(directory);
    first.resolve([channel()]);
    await begun;
    expect(unread()).toBe(3);
    expect(responses).toEqual([]);
  });
});

describe('unread messages', () => {
  test('are those after the read position; a new message adds one, a late copy none', async () => {
    const { directory, unread } = await world();
    expect(unread()).toBe(2);
    directory.receive(created(6));
    directory.receive(created(6));
    directory.receive(created(2));
    expect(unread()).toBe(3);
  });

  test('are none once they are read, here or on another page', async () => {
    const { directory, unread } = await world();
    directory.moveTo(CHANNEL, { readSeq: 4, unreadMarks: 0 });
    expect(unread()).toBe(1);
    directory.moveTo(CHANNEL, { readSeq: 2, unreadMarks: 0 });
    expect(unread()).toBe(1);
    directory.receive({
      type: 'channel.read',
      data: { channelId: CHANNEL, userId: ME, readSeq: 5, unreadMarks: 0 },
    });
    expect(unread()).toBe(0);
    directory.receive({
      type: 'channel.read',
      data: { channelId: CHANNEL, userId: 'other', readSeq: 9, unreadMarks: 0 },
    });
    expect(unread()).toBe(0);
  });

  test('return when messages are marked as unread, whatever arrives late', async () => {
    const { directory, unread } = await world({
      fetchChannels: async () => [channel()],
    });
    const read = (readSeq: number, unreadMarks: number) =>
      directory.receive({
        type: 'channel.read',
        data: { channelId: CHANNEL, userId: ME, readSeq, unreadMarks },
      });
    read(1, 1);
    expect(unread()).toBe(4);
    // The position before the mark arrives after it, and a reload was on its way.
    read(5, 0);
    await directory.reload();
    expect(unread()).toBe(4);
    read(5, 1);
    expect(unread()).toBe(0);
  });

  test('are none of their sender once all before is read, also if that was read before they came', async () => {
    const { directory, unread } = await world();
    directory.receive(created(6, ME));
    directory.receive(created(7, ME));
    directory.receive(created(8));
    directory.receive(created(9, ME));
    expect(unread()).toBe(6);
    const read = (readSeq: number, unreadMarks: number) =>
      directory.receive({
        type: 'channel.read',
        data: { channelId: CHANNEL, userId: ME, readSeq, unreadMarks },
      });
    read(5, 0);
    expect(unread()).toBe(2);
    read(8, 0);
    expect(unread()).toBe(0);
    directory.receive(created(10, ME));
    expect(unread()).toBe(0);
    // A mark counts them.
    read(8, 1);
    expect(unread()).toBe(2);
  });

  test('are also those of their sender from a mark on, if others are unread before', async () => {
    const { directory, unread } = await world();
    directory.receive(created(6));
    directory.receive(created(7, ME));
    directory.moveTo(CHANNEL, { readSeq: 5, unreadMarks: 0 });
    expect(unread()).toBe(2);
    directory.moveTo(CHANNEL, { readSeq: 6, unreadMarks: 1 });
    expect(unread()).toBe(1);
  });

  test('do not depend on what an earlier user of the page wrote', async () => {
    const { directory, unread } = await world();
    directory.receive(created(6, ME));
    directory.end();
    await directory.begin('other');
    directory.receive(created(6));
    directory.moveTo(CHANNEL, { readSeq: 5, unreadMarks: 0 });
    expect(unread()).toBe(1);
  });

  test('are none for their sender, unless others are unread before', async () => {
    const { directory, unread } = await world();
    directory.receive(created(6, ME));
    expect(unread()).toBe(3);
    directory.moveTo(CHANNEL, { readSeq: 6, unreadMarks: 0 });
    directory.receive(created(7, ME));
    expect(unread()).toBe(0);
  });
});

describe('activity', () => {
  test('is read when the channels have loaded, and every 30 s', async () => {
    const { directory, timers, setTotal, unread } = await world();
    expect(directory.state.get().activity.get(CHANNEL)?.totalCount).toBe(5);
    expect(timers.map(({ ms }) => ms)).toEqual([30_000]);
    setTotal(8);
    timers[0]?.run();
    await expect.poll(() => directory.state.get().activity.get(CHANNEL)?.totalCount).toBe(8);
    expect(unread()).toBe(5);
    expect(timers.map(({ ms }) => ms)).toEqual([30_000, 30_000]);
  });

  test('is no longer read after signing out', async () => {
    const { directory, timers, ended } = await world();
    directory.end();
    expect([...ended]).toEqual(timers);
  });

  test('that was requested before signing out is dropped', async () => {
    const response = Promise.withResolvers<readonly []>();
    const { directory, timers } = makeWorld({ fetchAll: () => response.promise });
    const begun = directory.begin(ME);
    await expect.poll(() => directory.state.get().status).toBe('ready');
    directory.end();
    response.resolve([]);
    await begun;
    expect(directory.state.get()).toMatchObject({ status: 'loading', activity: new Map() });
    expect(timers).toEqual([]);
  });
});

test('channels are added, changed and removed by events', async () => {
  const { directory, current } = await world();
  directory.receive({
    type: 'channel.changed',
    data: { channel: channel({ name: 'Ново име', lastSeq: 1 }) },
  });
  expect(current()).toMatchObject({ name: 'Ново име', lastSeq: 5, membership: { readSeq: 3 } });
  directory.receive({ type: 'member.left', data: { channelId: CHANNEL, userId: 'x' } });
  expect(current()?.memberCount).toBe(1);
  directory.receive({ type: 'channel.left', data: { channelId: CHANNEL, reason: 'removed' } });
  expect(current()).toBeUndefined();
  directory.receive({ type: 'channel.joined', data: { channel: channel() } });
  expect(current()).toBeDefined();
});

test('a failed read is shown', async () => {
  const { directory } = await world({ fetchChannels: () => Promise.reject(new Error('away')) });
  expect(directory.state.get().status).toBe('failed');
});

describe('after a lost connection', () => {
  const OTHER = '01890000-0000-7000-8000-c00000000001';
  const THIRD = '01890000-0000-7000-8000-c00000000002';

  test('the channels match the server’s, and their counts never decrease', async () => {
    let served = [channel()];
    const { directory } = await world({ fetchChannels: async () => served });
    directory.receive(created(9));
    served = [channel({ memberCount: 7 }), channel({ id: OTHER, name: 'Нов' })];
    await directory.reload();
    const { channels } = directory.state.get();
    expect([...channels.keys()].toSorted()).toEqual([CHANNEL, OTHER]);
    expect(channels.get(CHANNEL)).toMatchObject({ memberCount: 7, lastSeq: 9 });
    served = [channel({ id: OTHER })];
    await directory.reload();
    expect([...directory.state.get().channels.keys()]).toEqual([OTHER]);
  });

  test('channels joined or left during the read stay so', async () => {
    const response = Promise.withResolvers<readonly OwnChannel[]>();
    let asked = 0;
    const { directory } = await world({
      fetchChannels: () => {
        asked += 1;
        return asked === 1
          ? Promise.resolve([channel(), channel({ id: OTHER })])
          : response.promise;
      },
    });
    const reloading = directory.reload();
    directory.put(channel({ id: THIRD }));
    directory.remove(OTHER);
    response.resolve([channel(), channel({ id: OTHER })]);
    await reloading;
    expect([...directory.state.get().channels.keys()].toSorted()).toEqual([CHANNEL, THIRD]);
  });

  test('channels that arrive after signing out are not shown', async () => {
    const response = Promise.withResolvers<readonly OwnChannel[]>();
    const responses = [Promise.resolve([channel()]), response.promise];
    const { directory } = await world({
      fetchChannels: async () => (await responses.shift()) ?? [],
    });
    const reloading = directory.reload();
    directory.end();
    response.resolve([channel(), channel({ id: OTHER })]);
    await reloading;
    expect(directory.state.get().channels.size).toBe(0);
  });
});

test('without a connection, the stored channels are shown, and read again with one', async () => {
  let isReachable = false;
  const { directory, current } = makeWorld({
    fetchChannels: async () => {
      if (!isReachable) throw new Error('No connection');
      return [channel({ topic: 'new' })];
    },
    readStored: async () => ({
      channels: new Map([[CHANNEL, channel({ topic: 'stored' })]]),
      lastActive: new Map(),
    }),
  });
  await directory.begin(ME);
  expect(directory.state.get().status).toBe('ready');
  expect(current()?.topic).toBe('stored');
  isReachable = true;
  await directory.reload();
  expect(current()?.topic).toBe('new');
});

/** Reads that fail where a response is null. */
const served = (responses: (readonly OwnChannel[] | null)[]) => async () => {
  const response = responses.shift() ?? null;
  if (response === null) throw new Error('No connection');
  return response;
};

const retries = (timers: readonly { readonly ms: number }[]) =>
  timers.map(({ ms }) => ms).filter((ms) => ms < 30_000);

describe('a read that fails is repeated after ever longer pauses', () => {
  test('after a lost connection, until it succeeds', async () => {
    const { directory, timers, unread } = await world({
      fetchChannels: served([[channel()], null, null, [channel({ lastSeq: 9 })]]),
    });
    await directory.reload();
    timers.at(-1)?.run();
    await expect.poll(() => retries(timers)).toEqual([1_000, 2_000]);
    expect(unread()).toBe(2);
    timers.at(-1)?.run();
    await expect.poll(unread).toBe(6);
    expect(retries(timers)).toEqual([1_000, 2_000]);
  });

  test('at first', async () => {
    const { directory, timers } = await world({ fetchChannels: served([null, [channel()]]) });
    expect(directory.state.get().status).toBe('failed');
    timers.at(-1)?.run();
    await expect.poll(() => directory.state.get().status).toBe('ready');
  });

  test('unless a newer one has begun', async () => {
    const slow = Promise.withResolvers<readonly OwnChannel[]>();
    const responses = [Promise.resolve([channel()]), slow.promise, Promise.resolve([channel()])];
    const { directory, timers } = await world({
      fetchChannels: async () => (await responses.shift()) ?? [],
    });
    const first = directory.reload();
    await directory.reload();
    slow.reject(new Error('No connection'));
    await first;
    expect(retries(timers)).toEqual([]);
  });
});

test('channels that could not be read are read with the next connection', async () => {
  let isReachable = false;
  const { directory, current } = makeWorld({
    fetchChannels: async () => {
      if (!isReachable) throw new Error('No connection');
      return [channel()];
    },
  });
  await directory.begin(ME);
  expect(directory.state.get().status).toBe('failed');
  isReachable = true;
  await directory.reload();
  expect(current()?.id).toBe(CHANNEL);
});
