import { Socket } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { Connection } from './connection.ts';
import { COALESCE_MS, FanOut, Subscriptions, type Receiver } from './subscriptions.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A connection that records what is written to it. */
const createReceiver = () => {
  const written: Buffer[] = [];
  const receiver: Receiver = {
    write: (bytes) => void written.push(bytes),
    cork: () => {},
    uncork: () => {},
  };
  return { receiver, written };
};

const among = (members: readonly ReturnType<typeof createReceiver>[]) => ({
  subscribers: new Set(members.map(({ receiver }) => receiver)),
  waiting: [],
});

test('a frame is encoded once: all connections get the same buffer', () => {
  const members = [createReceiver(), createReceiver(), createReceiver()];
  const frame = Buffer.from('hello');
  new FanOut().deliver(among(members), [frame]);
  for (const { written } of members) {
    expect(written).toHaveLength(1);
    expect(written[0]).toBe(frame);
  }
});

test('under load frames are joined once, and each connection gets them in one write, in order', () => {
  const members = [createReceiver(), createReceiver()] as const;
  const group = among(members);
  const fanOut = new FanOut();
  for (const text of ['a', 'b', 'c']) fanOut.deliver(group, [Buffer.from(text)]);
  vi.advanceTimersByTime(COALESCE_MS);
  for (const { written } of members) expect(written.map(String)).toEqual(['a', 'bc']);
  expect(members[0].written[1]).toBe(members[1].written[1]);
});

test('a frame after a pause is sent at once', () => {
  const members = [createReceiver()];
  const group = among(members);
  const fanOut = new FanOut();
  fanOut.deliver(group, [Buffer.from('a')]);
  vi.advanceTimersByTime(COALESCE_MS);
  fanOut.deliver(group, [Buffer.from('b')]);
  expect(members[0]?.written.map(String)).toEqual(['a', 'b']);
});

test('an audience without connections costs nothing', () => {
  const group = among([]);
  new FanOut().deliver(group, [Buffer.from('a')]);
  expect(group.waiting).toEqual([]);
});

const webSocket = { close: () => {}, terminate: () => {} };

const createSignedIn = (userId: string): Connection => {
  const connection = new Connection(new Socket(), webSocket, 0, () => {});
  connection.owner = { userId, sessionId: 'session', token: 'token', expiresAt: 1 };
  return connection;
};

/** Channels without changes. */
const quietSource = {
  channelsOf: async () => ['one', 'two'],
  versionsOf: async ([channelId = '']: readonly string[]) => new Map([[channelId, 7]]),
  changesSince: async () => [],
  shownAmong: async () => [],
  missedSince: async function* () {},
  typist: async () => null,
  hiddenFrom: async () => new Map(),
  presenceOf: async () => [],
};

test('more lost changes than are read are marked, unlike the response to a request', async () => {
  const maria = createSignedIn('maria');
  const subscriptions = new Subscriptions({
    bus: { follow: async () => {}, unfollow: () => {} },
    source: { ...quietSource, changesSince: async () => null },
    connections: { all: new Set([maria]) },
    logger: createLogger('silent'),
  });
  const written = vi.spyOn(maria, 'write').mockReturnValue();
  await subscriptions.renew(maria);
  subscriptions.push('one', [{ version: 9, item: 'nine' }]);
  await expect.poll(() => written).toHaveBeenCalledOnce();
  expect(String(written.mock.calls[0]?.[0])).toContain(
    JSON.stringify({ outcome: 'refetch', channelId: 'one', unrequested: true }),
  );
  subscriptions.close();
});

test("a channel's version is read once its messages arrive, so none falls between", async () => {
  const steps: string[] = [];
  const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
  const connections = { all: new Set<Connection>() };
  const subscriptions = new Subscriptions({
    bus: {
      follow: (scopes) => {
        if (scopes.length > 0) steps.push(`follow ${scopes.join(' ')}`);
        return confirmed;
      },
      unfollow: (scopes) => {
        if (scopes.length > 0) steps.push(`unfollow ${scopes.join(' ')}`);
      },
    },
    source: {
      ...quietSource,
      versionsOf: async ([channelId = '']) => {
        steps.push(`read ${channelId}`);
        return new Map([[channelId, 7]]);
      },
    },
    connections,
    logger: createLogger('silent'),
  });
  const [maria, georgi] = [createSignedIn('maria'), createSignedIn('georgi')];
  connections.all.add(maria).add(georgi);
  vi.spyOn(maria, 'write').mockReturnValue();
  const written = vi.spyOn(georgi, 'write').mockReturnValue();
  const renewals = [maria, georgi].map(async (connection) => {
    await subscriptions.renew(connection);
    steps.push('renewed');
  });
  // Both have their channels, and wait.
  await expect.poll(() => subscriptions.has(georgi, 'two')).toBe(true);
  expect(steps).toEqual(['follow channel-one channel-two']);
  confirm();
  await Promise.all(renewals);
  expect(steps.toSorted().slice(1)).toEqual(['read one', 'read two', 'renewed', 'renewed']);

  // A message after the version that was read.
  subscriptions.push('one', [{ version: 8, item: 'eight' }]);
  await expect.poll(() => written).toHaveBeenCalledOnce();

  // The last listener's end is the end of following.
  subscriptions.remove(maria);
  expect(steps).not.toContain('unfollow channel-one channel-two');
  subscriptions.remove(georgi);
  expect(steps.at(-1)).toBe('unfollow channel-one channel-two');
  subscriptions.close();
});
