import type { Message } from '@izgodno/contract/chat/message';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyLog,
  MOST_NEAR,
  takeChange,
  takeMissed,
  takePage,
  type ChannelLog,
  type Missed,
  type Page,
} from '../messages/channel-log.ts';
import { trimmed } from '../messages/trimmed.ts';
import { aMessage } from '../testing/messages.ts';
import {
  ownReactionsIn,
  pageOfStored,
  STORED_MESSAGES,
  storedOf,
  withChanges,
  withLog,
  type StoredLog,
} from './stored-log.ts';

const CHANNEL = '01890000-0000-7000-8000-c00000000000';
/** The messages that the test's device stores, and those of a page, which is shorter. */
const MOST = 5;
const PAGE = 3;

const read = (page: Page): ChannelLog => takePage(emptyLog(CHANNEL), page);

/** A server with one channel, and a device that stores it while its connection loses events. */
const createWorld = () => {
  const messages: Message[] = [];
  /** The state of a message after each change; the first has version 1. */
  const changes: Message[] = [];
  let events: Message[] = [];
  let waiting: Message[] = [];
  let stored: StoredLog | null = null;
  let log: ChannelLog | null = null;

  const change = (message: Message): void => {
    messages[message.seq - 1] = message;
    changes.push(message);
    events.push(message);
  };
  const pageOf = (count: number): Page => ({
    messages: messages.slice(-count),
    total: messages.length,
    version: changes.length,
  });
  const missedSince = (since: number): Missed => ({
    messages: messages.filter(({ version }) => version > since),
    version: changes.length,
    lastSeq: messages.length,
  });

  const check = (): void => {
    if (stored === null) return;
    const { version, lastSeq, messages: held } = stored;
    const before = changes.slice(0, version);
    expect(lastSeq).toBeGreaterThanOrEqual(Math.max(0, ...before.map(({ seq }) => seq)));
    expect(held.length).toBeLessThanOrEqual(MOST);
    expect(held.map(({ seq }) => seq)).toEqual(
      held.map((_, index) => lastSeq - held.length + 1 + index),
    );
    for (const message of held) {
      expect(changes[message.version - 1]).toEqual(message);
      const atVersion = before.findLast(({ seq }) => seq === message.seq);
      expect(message.version).toBeGreaterThanOrEqual(atVersion?.version ?? 0);
    }
  };

  const write = (): void => {
    if (log !== null) stored = withLog(stored, log, MOST);
    else if (stored !== null && waiting.length > 0) {
      // A missing change is requested, as `OfflineChat` does.
      stored =
        withChanges(stored, waiting, MOST) ??
        withChanges(stored, [missedSince(stored.version)], MOST);
    }
    waiting = [];
    check();
  };

  return {
    write,
    stored: () => stored,
    messages,
    send: () => change(aMessage({ seq: messages.length + 1, version: changes.length + 1 })),
    edit: (pick: number) => {
      const message = messages[pick % Math.max(1, messages.length)];
      const version = changes.length + 1;
      if (message !== undefined) change({ ...message, version, text: `edited ${version}` });
    },
    deliver: (lost: readonly boolean[]) => {
      for (const [index, message] of events.entries()) {
        if (lost[index % Math.max(1, lost.length)] === true) continue;
        if (log === null) waiting.push(message);
        else log = takeChange(log, message);
      }
      events = [];
    },
    open: () => {
      write();
      log = read(stored === null ? pageOf(PAGE) : pageOfStored(stored));
      // The newest page follows in any case.
      if (stored !== null) log = takePage(log, pageOf(PAGE));
    },
    resume: () => {
      if (log !== null) log = takeMissed(log, missedSince(log.version));
      else if (stored !== null) stored = withChanges(stored, [missedSince(stored.version)], MOST);
      check();
    },
    close: () => {
      write();
      log = null;
    },
    /** The open channel drops messages, but never those that are to be stored. */
    trim: () => {
      if (log !== null) log = trimmed(log, null, MOST + 1, MOST);
    },
    /** The device, or another tab of it, reads the newest messages. */
    fill: () => {
      stored = withLog(stored, read(pageOf(MOST)), MOST);
      check();
    },
  };
};

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: 'send' } as const) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(40) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('deliver' as const),
        lost: fc.array(fc.boolean(), { maxLength: 4 }),
      }),
    },
    ...(['write', 'open', 'close', 'resume', 'fill', 'trim'] as const).map((kind) => ({
      weight: 2,
      arbitrary: fc.constant({ kind } as const),
    })),
  ),
  { maxLength: 60, size: 'max' },
);

test('stored messages are always a run of true states, and the newest ones after the last request', () => {
  fc.assert(
    fc.property(steps, (events) => {
      const world = createWorld();
      for (const event of events) {
        if (event.kind === 'edit') world.edit(event.pick);
        else if (event.kind === 'deliver') world.deliver(event.lost);
        else world[event.kind]();
      }
      world.fill();
      world.send();
      world.deliver([true]);
      world.resume();
      world.write();
      const stored = world.stored();
      expect(stored?.lastSeq).toBe(world.messages.length);
      expect(stored?.messages).toEqual(world.messages.slice(-(stored?.messages.length ?? 0)));
      expect(stored?.messages.length).toBe(Math.min(MOST, world.messages.length));
    }),
    { numRuns: 500 },
  );
});

test('an open channel drops none of the messages that are to be stored', () => {
  expect(MOST_NEAR).toBeGreaterThanOrEqual(STORED_MESSAGES);
});

test('own reactions are those that name the user', () => {
  const reactions = [
    { emoji: '👍', count: 2, userIds: ['ana', 'ivo'] },
    { emoji: '🎉', count: 1, userIds: ['ivo'] },
  ];
  const message = aMessage({ seq: 1, reactions });
  const stored = { channelId: CHANNEL, version: 1, lastSeq: 1, messages: [message] };
  expect(ownReactionsIn(stored, 'ana')).toEqual({ [message.id]: ['👍'] });
  expect(ownReactionsIn(stored, null)).toEqual({ [message.id]: [] });
});

test('long messages take the place of older ones', () => {
  const messages = Array.from({ length: 90 }, (_, index) =>
    aMessage({ seq: index + 1, text: 'я'.repeat(8_000) }),
  );
  const page = { messages, total: 90, version: 90 };
  const stored = storedOf(takePage(emptyLog(CHANNEL), page));
  expect(stored?.messages.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 62 }, (_, index) => index + 29),
  );
});
