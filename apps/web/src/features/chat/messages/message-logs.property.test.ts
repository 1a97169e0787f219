import type { Message } from '@izgodno/contract/chat/message';
import type { ClientFrame } from '@izgodno/contract/realtime/frames';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { MOST_NEAR, messagesOf, stretchAround } from './channel-log.ts';
import { MessageLogs, MOST_HELD, MOST_REACTED, nextPage } from './message-logs.ts';

const CHANNEL = '01890000-0000-7000-8000-c00000000000';
const PAGE = 4;
/** Beyond this number, the server does not send missed changes one by one. */
const MOST_MISSED = 6;

const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
};

/** A server with one channel, and a network that the test can cut, delay and repeat on. */
const createWorld = () => {
  const messages: Message[] = [];
  const changes: Message[] = [];
  let wire: RealtimeMessage[] = [];
  let connected = true;
  let failing = 0;
  const timers = new Set<() => void>();

  const receive = (received: RealtimeMessage): void => {
    if (connected) wire.push(received);
  };
  const change = (message: Message, type: 'message.created' | 'message.changed'): void => {
    messages[message.seq - 1] = message;
    changes.push(message);
    receive({ type, data: { message } });
  };
  const responseMissed = (version: number): RealtimeMessage => {
    const missed = messages.filter((message) => message.version > version);
    return missed.length > MOST_MISSED
      ? { type: 'missed', data: { outcome: 'refetch', channelId: CHANNEL } }
      : {
          type: 'missed',
          data: {
            outcome: 'messages',
            channelId: CHANNEL,
            messages: missed,
            version: changes.length,
            lastSeq: messages.length,
          },
        };
  };

  const logs: MessageLogs = new MessageLogs({
    fetchPage: async (_channelId, wish) => {
      await Promise.resolve();
      if (failing > 0) {
        failing -= 1;
        throw new Error('No connection');
      }
      const to =
        wish.kind === 'before'
          ? wish.seq - 1
          : wish.kind === 'after'
            ? wish.seq + PAGE
            : wish.kind === 'around'
              ? wish.seq + PAGE / 2
              : messages.length;
      const last = Math.min(to, messages.length);
      return {
        messages: messages.slice(Math.max(0, last - PAGE), last),
        total: messages.length,
        version: changes.length,
        ownReactions: {},
      };
    },
    readStored: async () => null,
    send: (frame) => {
      if (!connected || frame.type !== 'resume') return connected;
      for (const { version } of frame.channels) receive(responseMissed(version));
      return true;
    },
    after: (_ms, run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
    pauseMs: () => 1_000,
    isPassing: () => true,
    log: () => {},
  });

  return {
    logs,
    messages,
    changes,
    send: () =>
      change(
        aMessage({ seq: messages.length + 1, version: changes.length + 1 }),
        'message.created',
      ),
    edit: (pick: number) => {
      const message = messages[pick % Math.max(1, messages.length)];
      if (message === undefined) return;
      const version = changes.length + 1;
      change({ ...message, version, text: `edited ${version}` }, 'message.changed');
    },
    deliver: async (picks: readonly number[]) => {
      const onTheWay = wire;
      wire = [];
      for (const pick of picks) {
        const received = onTheWay[pick % Math.max(1, onTheWay.length)];
        if (received !== undefined) logs.receive(received);
        await settle();
      }
    },
    deliverAll: async () => {
      while (wire.length > 0) {
        const onTheWay = wire;
        wire = [];
        for (const received of onTheWay) logs.receive(received);
        await settle();
      }
    },
    fail: (pages: number) => {
      failing = pages;
    },
    cut: () => {
      connected = false;
      wire = [];
    },
    connect: () => {
      connected = true;
      for (const { version } of logs.seen()) receive(responseMissed(version));
    },
    passTime: () => {
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
    },
  };
};

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'send' } as const) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(40) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('deliver' as const),
        picks: fc.array(fc.nat(), { maxLength: 8 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('page' as const),
        direction: fc.constantFrom('older' as const, 'newer' as const),
        around: fc.option(fc.nat(30)),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), pick: fc.nat(30) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('fail' as const), pages: fc.nat(3) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'cut' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'connect' } as const) },
    { weight: 2, arbitrary: fc.constant({ kind: 'time' } as const) },
  ),
  { maxLength: 60, size: 'max' },
);

test('whatever the network does, the client ends with every message once, in order, in its current state', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (events) => {
      const world = createWorld();
      const { logs } = world;
      await logs.load(CHANNEL, { kind: 'newest' });
      for (const event of events) {
        switch (event.kind) {
          case 'send':
            world.send();
            break;
          case 'edit':
            world.edit(event.pick);
            break;
          case 'deliver':
            await world.deliver(event.picks);
            break;
          case 'page': {
            const wish = nextPage(logs.logOf(CHANNEL), event.direction, event.around);
            if (wish !== null) await logs.load(CHANNEL, wish).catch(() => undefined);
            break;
          }
          case 'jump':
            await logs
              .load(CHANNEL, {
                kind: 'around',
                seq: 1 + (event.pick % Math.max(1, world.messages.length)),
              })
              .catch(() => undefined);
            break;
          case 'fail':
            world.fail(event.pages);
            break;
          case 'cut':
            world.cut();
            break;
          case 'connect':
            world.cut();
            world.connect();
            break;
          case 'time':
            world.passTime();
        }
      }
      world.fail(0);
      // Finally a stable connection, and a reader who scrolls to the beginning.
      world.cut();
      world.connect();
      await world.deliverAll();
      for (;;) {
        const log = logs.logOf(CHANNEL);
        const wish = nextPage(log, 'newer', null) ?? nextPage(log, 'older', log.lastSeq);
        if (wish === null) break;
        await logs.load(CHANNEL, wish);
      }
      const log = logs.logOf(CHANNEL);
      const whole = stretchAround(log, null);
      expect(whole === null ? [] : messagesOf(log, whole)).toEqual(world.messages);
    }),
    { numRuns: 1_000 },
  );
});

test('a gap is requested after a delay, not at once', async () => {
  const world = createWorld();
  world.send();
  await world.logs.load(CHANNEL, { kind: 'newest' });
  world.send();
  world.send();
  await world.deliver([2]);
  expect(world.logs.logOf(CHANNEL).version).toBe(1);
  await world.deliverAll();
  expect(world.logs.logOf(CHANNEL).version).toBe(1);
  world.passTime();
  await world.deliverAll();
  expect(world.logs.logOf(CHANNEL).version).toBe(3);
});

test('a channel opens with what the device stores, and then requests what that lacks', async () => {
  const stored = { messages: [aMessage({ seq: 1 })], total: 1, version: 1, ownReactions: {} };
  const sent: ClientFrame[] = [];
  const logs = new MessageLogs({
    fetchPage: () => Promise.reject(new Error('No connection')),
    readStored: async () => stored,
    send: (frame) => sent.push(frame) > 0,
    after: () => () => {},
    pauseMs: () => 1_000,
    isPassing: () => true,
    log: () => {},
  });
  await expect(logs.load(CHANNEL, { kind: 'newest' })).rejects.toThrow('No connection');
  expect(logs.logOf(CHANNEL).messages.get(1)).toEqual(stored.messages[0]);
  expect(logs.seen()).toEqual([{ channelId: CHANNEL, version: 1 }]);
  expect(sent).toEqual([{ type: 'resume', channels: [{ channelId: CHANNEL, version: 1 }] }]);
});

test('a channel opens from the server if the device does not say in time what it stores', async () => {
  const stored = { messages: [aMessage({ seq: 1 })], total: 1, version: 1, ownReactions: {} };
  const reading = Promise.withResolvers<typeof stored>();
  const fetching = Promise.withResolvers<typeof stored>();
  const timers: (() => void)[] = [];
  const fetchPage = vi.fn<() => Promise<typeof stored>>(() => fetching.promise);
  const logs = new MessageLogs({
    fetchPage,
    readStored: () => reading.promise,
    send: () => true,
    after: (_ms, run) => {
      timers.push(run);
      return () => {};
    },
    pauseMs: () => 1_000,
    isPassing: () => true,
    log: () => {},
  });
  const load = logs.load(CHANNEL, { kind: 'newest' });
  expect(fetchPage).not.toHaveBeenCalled();
  for (const run of timers) run();
  await expect.poll(() => fetchPage).toHaveBeenCalled();
  // What comes late is still shown until the page is there.
  reading.resolve(stored);
  await expect.poll(() => logs.logOf(CHANNEL).messages.size).toBe(1);
  const messages = [...stored.messages, aMessage({ seq: 2 })];
  fetching.resolve({ ...stored, messages, total: 2 });
  await load;
  expect([...logs.logOf(CHANNEL).messages.keys()]).toEqual([1, 2]);
});

test('a log that missed too much stays until its newest page is there, however often that fails', async () => {
  const world = createWorld();
  world.send();
  await world.logs.load(CHANNEL, { kind: 'newest' });
  world.cut();
  for (let missed = 0; missed <= MOST_MISSED; missed += 1) world.send();
  world.connect();
  world.fail(2);
  await world.deliverAll();
  const shown = () => [...world.logs.logOf(CHANNEL).messages.keys()];
  expect(shown()).toEqual([1]);
  expect(world.logs.isBehind(CHANNEL)).toBe(true);
  world.passTime();
  await settle();
  // What arrives meanwhile is not lost.
  world.send();
  await world.deliverAll();
  world.passTime();
  await settle();
  expect(world.logs.isBehind(CHANNEL)).toBe(false);
  expect(world.logs.logOf(CHANNEL)).toMatchObject({ version: 9, lastSeq: 9 });
  expect(shown()).toEqual([6, 7, 8, 9]);
});

test('a channel that is left holds its newest messages only, and a shown one those near its reader', async () => {
  const world = createWorld();
  const { logs } = world;
  world.send();
  await logs.load(CHANNEL, { kind: 'newest' });
  const leave = logs.show(CHANNEL);
  const arrive = (): void => {
    world.send();
    logs.take(world.messages.at(-1) ?? aMessage({ seq: 1 }));
  };
  for (let sent = 0; sent < MOST_HELD; sent += 1) arrive();
  // The list knows where its reader is.
  expect(logs.logOf(CHANNEL).messages.size).toBe(MOST_HELD + 1);
  await vi.waitFor(() => {
    logs.trim(CHANNEL, 10);
    expect(logs.logOf(CHANNEL).messages.size).toBeLessThan(MOST_HELD);
  });
  expect(logs.logOf(CHANNEL).stretches).toEqual([
    { from: 1, to: 10 + MOST_NEAR },
    { from: MOST_HELD + 2 - MOST_NEAR, to: MOST_HELD + 1 },
  ]);
  leave();
  for (let sent = 0; sent < 10; sent += 1) {
    arrive();
    expect(logs.logOf(CHANNEL).messages.size).toBeLessThanOrEqual(MOST_NEAR);
  }
  expect(logs.logOf(CHANNEL)).toMatchObject({ version: MOST_HELD + 11, lastSeq: MOST_HELD + 11 });
});

test('a channel that is left before its end holds few messages, also of those that arrive beyond', async () => {
  const world = createWorld();
  const { logs } = world;
  for (let sent = 0; sent < 2 * MOST_NEAR; sent += 1) world.send();
  const leave = logs.show(CHANNEL);
  await logs.load(CHANNEL, { kind: 'around', seq: 10 });
  for (;;) {
    const { to = 0 } = stretchAround(logs.logOf(CHANNEL), null) ?? {};
    if (to > MOST_NEAR + 20) break;
    await logs.load(CHANNEL, { kind: 'after', seq: to });
  }
  leave();
  await vi.waitFor(() => {
    logs.trim(CHANNEL, null);
    expect(logs.logOf(CHANNEL).messages.size).toBe(MOST_NEAR);
  });
  for (let sent = 0; sent < 2 * MOST_NEAR; sent += 1) {
    world.send();
    logs.take(world.messages.at(-1) ?? aMessage({ seq: 1 }));
    expect(logs.logOf(CHANNEL).messages.size).toBeLessThanOrEqual(2 * MOST_NEAR);
  }
  expect(logs.logOf(CHANNEL)).toMatchObject({ lastSeq: 4 * MOST_NEAR });
});

test('own reactions of a limited number of messages are remembered', () => {
  const { logs } = createWorld();
  logs.setOwnReaction('first', '👍', true);
  for (let index = 1; index < MOST_REACTED; index += 1)
    logs.setOwnReaction(`message-${index}`, '👍', true);
  logs.setOwnReaction('first', '🎉', true);
  logs.setOwnReaction('last', '👍', true);
  const { ownReactions } = logs.state.get();
  expect(ownReactions.size).toBe(MOST_REACTED);
  expect([ownReactions.has('first'), ownReactions.has('message-1')]).toEqual([true, false]);
});
