import type { Message } from '@izgodno/contract/chat/message';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyLog,
  hasGap,
  messagesOf,
  reachesEnd,
  stretchAround,
  takeChange,
  takeMissed,
  takePage,
  type ChannelLog,
} from './channel-log.ts';
import { aMessage } from '../testing/messages.ts';

/** The server's side of one channel, in memory. */
const createServer = () => {
  const messages: Message[] = [];
  const changes: Message[] = [];
  const change = (message: Message): void => {
    messages[message.seq - 1] = message;
    changes.push(message);
  };
  return {
    changes,
    messages,
    send: () =>
      change(aMessage({ seq: messages.length + 1, version: changes.length + 1, text: 'sent' })),
    edit: (pick: number) => {
      const message = messages[pick % Math.max(1, messages.length)];
      if (message === undefined) return;
      const version = changes.length + 1;
      change({ ...message, version, text: `edited ${version}` });
    },
    page: (before: number, limit: number) => {
      const to = Math.min(before - 1, messages.length);
      return {
        messages: messages.slice(Math.max(0, to - limit), to).toReversed(),
        total: messages.length,
        version: changes.length,
      };
    },
    missedSince: (version: number) => ({
      messages: messages.filter((message) => message.version > version),
      version: changes.length,
      lastSeq: messages.length,
    }),
  };
};

const events = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: 'send' } as const) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(50) }) },
    // Delivers the sent events: some lost, some twice, out of order.
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('arrive' as const),
        order: fc.array(fc.nat(), { maxLength: 12 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('older' as const),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'resume' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'reload' } as const) },
  ),
  { maxLength: 80, size: 'max' },
);

/** Positions within the visible ranges that have no message. */
const holesIn = (log: ChannelLog): readonly number[] => {
  const stretch = stretchAround(log, null);
  if (stretch === null) return [];
  const shown = new Set(messagesOf(log, stretch).map(({ seq }) => seq));
  return Array.from(
    { length: stretch.to - stretch.from + 1 },
    (_, index) => stretch.from + index,
  ).filter((seq) => !shown.has(seq));
};

test('despite loss, repetition, disorder and reloads, the client ends with the server’s order and texts', () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 6 }), (steps, pageSize) => {
      const server = createServer();
      let log: ChannelLog = emptyLog('channel');
      let delivered = 0;
      const loadNewest = (): void => {
        log = takePage(log, server.page(Infinity, pageSize));
      };
      for (const step of steps) {
        switch (step.kind) {
          case 'send':
            server.send();
            break;
          case 'edit':
            server.edit(step.pick);
            break;
          case 'arrive': {
            const onTheWay = server.changes.slice(delivered);
            for (const pick of step.order) {
              const message = onTheWay[pick % Math.max(1, onTheWay.length)];
              if (message !== undefined) log = takeChange(log, message);
            }
            delivered = server.changes.length;
            break;
          }
          case 'older': {
            const stretch = stretchAround(log, null);
            if (stretch === null) loadNewest();
            else log = takePage(log, server.page(stretch.from, step.limit));
            break;
          }
          case 'resume':
            log = takeMissed(log, server.missedSince(log.version));
            break;
          case 'reload':
            log = emptyLog('channel');
            delivered = server.changes.length;
            loadNewest();
        }
        expect(holesIn(log)).toEqual([]);
      }
      // The connection works again: the client loads the newest page if it has none, then requests
      // what it missed.
      if (!log.loaded) loadNewest();
      log = takeMissed(log, server.missedSince(log.version));
      if (!reachesEnd(log)) loadNewest();
      for (;;) {
        const from = stretchAround(log, null)?.from ?? 1;
        if (from <= 1) break;
        log = takePage(log, server.page(from, pageSize));
      }
      expect(hasGap(log)).toBe(false);
      expect(log.version).toBe(server.changes.length);
      const all = stretchAround(log, null);
      expect(all === null ? [] : messagesOf(log, all)).toEqual(server.messages);
    }),
    { numRuns: 2_000 },
  );
});

test('a change that arrives twice, or after a newer one, has no effect', () => {
  const server = createServer();
  server.send();
  server.edit(0);
  server.edit(0);
  const [created, first, second] = server.changes;
  if (created === undefined || first === undefined || second === undefined) throw new Error();
  let log = takePage(emptyLog('channel'), { messages: [created], total: 1, version: 1 });
  log = takeChange(log, second);
  expect(hasGap(log)).toBe(true);
  log = takeChange(log, first);
  expect(hasGap(log)).toBe(false);
  expect(log.messages.get(1)).toEqual(second);
  expect(takeChange(log, second)).toBe(log);
});
