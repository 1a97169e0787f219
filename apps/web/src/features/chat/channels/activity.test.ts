import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { compareChannels, readActivity, type Listed } from './activity.ts';
import { activityOfProbe, probeActivity, type Probe } from './probe-activity.ts';

const newest = aMessage({ seq: 7 });

const channel = (name: string, totalCount: number): Listed => ({
  name,
  activity: { hasActivity: totalCount > 0, totalCount },
});

test('the batch is requested once, and its response is used', async () => {
  const all = [activityOfProbe('a', { total: 1, newest }, null)];
  const probeAll = vi.fn<() => Promise<never>>();
  const ports = { fetchAll: async () => all, probeAll, isUnanswered: () => false, log: () => {} };
  expect(await readActivity(['a'], new Map(), ports)).toBe(all);
  expect(probeAll).not.toHaveBeenCalled();
});

test('without a connection no channel is probed', async () => {
  const probeAll = vi.fn<() => Promise<never>>();
  const ports = {
    fetchAll: () => Promise.reject(new Error('away')),
    probeAll,
    isUnanswered: () => true,
    log: () => {},
  };
  expect(await readActivity(['a', 'b'], new Map(), ports)).toBeNull();
  expect(probeAll).not.toHaveBeenCalled();
});

test('if the batch fails each channel is probed, and a failed probe has zero counts', async () => {
  const log = vi.fn<(message: string) => void>();
  const probe = async (channelId: string): Promise<Probe> => {
    if (channelId === 'broken') throw new Error('away');
    return channelId === 'empty' ? { total: 0, newest: null } : { total: 7, newest };
  };
  const activity = await readActivity(['a', 'b', 'broken', 'empty'], new Map([['b', 'seen']]), {
    fetchAll: () => Promise.reject(new Error('away')),
    probeAll: (channelIds, lastActive) => probeActivity(channelIds, lastActive, { probe, log }),
    isUnanswered: () => false,
    log,
  });
  const common = { latestMessageId: newest.id, latestMessageTime: newest.createdAt };
  expect(activity).toEqual([
    {
      channelId: 'a',
      totalCount: 7,
      ...common,
      lastActiveMessageId: null,
      hasActivity: true,
      unseenCount: 7,
      unreadCount: 7,
    },
    {
      channelId: 'b',
      totalCount: 7,
      ...common,
      lastActiveMessageId: 'seen',
      hasActivity: true,
      unseenCount: 0,
      unreadCount: 0,
    },
    {
      channelId: 'broken',
      totalCount: 0,
      latestMessageId: null,
      latestMessageTime: null,
      lastActiveMessageId: null,
      hasActivity: false,
      unseenCount: 0,
      unreadCount: 0,
    },
    {
      channelId: 'empty',
      totalCount: 0,
      latestMessageId: null,
      latestMessageTime: null,
      lastActiveMessageId: null,
      hasActivity: false,
      unseenCount: 0,
      unreadCount: 0,
    },
  ]);
  expect(log).toHaveBeenCalledTimes(2);
});

test('channels with activity come first, then larger ones, then by name', () => {
  const sorted = [
    channel('Ябълка', 0),
    { name: 'Unknown', activity: null },
    channel('Банан', 5),
    channel('Ананас', 5),
    channel('Large', 90),
    channel('Ананас празен', 0),
  ].toSorted(compareChannels('bg'));
  expect(sorted.map(({ name }) => name)).toEqual([
    'Large',
    'Ананас',
    'Банан',
    'Ананас празен',
    'Ябълка',
    'Unknown',
  ]);
});

test('the order of channels is a total order', () => {
  const channels = fc.record({
    name: fc.string(),
    activity: fc.option(fc.record({ hasActivity: fc.boolean(), totalCount: fc.nat(3) })),
  });
  const compare = compareChannels('en');
  fc.assert(
    fc.property(channels, channels, channels, (a, b, c) => {
      expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
      const sorted = [a, b, c].toSorted(compare);
      const [first, , last] = sorted;
      expect(first !== undefined && last !== undefined && compare(first, last) <= 0).toBe(true);
    }),
  );
});
