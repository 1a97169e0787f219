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
  type Page,
} from './channel-log.ts';
import { aMessage } from '../testing/messages.ts';
import { trimmed } from './trimmed.ts';

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
    // The reader is at a message, or beyond all of them at the end.
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('trim' as const), pick: fc.nat(50) }) },
    // A page is requested, and its response comes later.
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask' as const), pick: fc.nat(50) }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'answer' } as const) },
  ),
  { maxLength: 80, size: 'max' },
);

/** Positions within the ranges that have no message. */
const holesIn = (log: ChannelLog): readonly number[] =>
  log.stretches.flatMap((stretch) => {
    const shown = new Set(messagesOf(log, stretch).map(({ seq }) => seq));
    return Array.from(
      { length: stretch.to - stretch.from + 1 },
      (_, index) => stretch.from + index,
    ).filter((seq) => !shown.has(seq));
  });

/** Limits of `trimmed` that the few messages of a test exceed. */
const MOST = 8;
const NEAR = 2;

test('despite loss, repetition, disorder and reloads, the client ends with the server’s order and texts', () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 6 }), (steps, pageSize) => {
      const server = createServer();
      let log: ChannelLog = emptyLog('channel');
      let delivered = 0;
      let requested: Page[] = [];
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
          case 'trim':
            log = trimmed(log, step.pick === 50 ? null : step.pick, MOST, NEAR);
            break;
          case 'ask':
            requested.push(server.page(step.pick, pageSize));
            break;
          case 'answer':
            for (const page of requested.splice(0)) if (log.loaded) log = takePage(log, page);
            break;
          case 'reload':
            requested = [];
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

/** The `seq` of the visible messages. */
const visible = (log: ChannelLog, around: number | null): readonly number[] => {
  const stretch = stretchAround(log, around);
  return stretch === null ? [] : messagesOf(log, stretch).map(({ seq }) => seq);
};

test('however many messages arrive, few are held: the newest, and those around the reader, who loses none on one side', () => {
  const arriving = fc.record({
    first: fc.integer({ min: 1, max: 60 }),
    older: fc.nat(60),
    reader: fc.option(fc.nat(200)),
    count: fc.nat(120),
  });
  fc.assert(
    fc.property(arriving, ({ first, older, reader, count }) => {
      const server = createServer();
      for (let sent = 0; sent < first; sent += 1) server.send();
      let log = takePage(emptyLog('channel'), server.page(Infinity, 20));
      log = takePage(log, server.page(stretchAround(log, null)?.from ?? 1, older));
      for (let sent = 0; sent < count; sent += 1) {
        server.send();
        log = takeChange(log, server.messages.at(-1) ?? aMessage({ seq: 1 }));
        for (let full: ChannelLog | null = null; full !== log;) {
          const before = visible(log, reader);
          const position =
            reader !== null && before.includes(reader) ? reader : (before.at(-1) ?? 0);
          full = log;
          log = trimmed(full, reader, 25, 5);
          const after = visible(log, reader);
          expect([before[0] === after[0], before.at(-1) === after.at(-1)]).toContain(true);
          expect(after).toEqual(
            expect.arrayContaining(before.filter((seq) => Math.abs(seq - position) < 5)),
          );
        }
        expect(log.messages.size).toBeLessThanOrEqual(25);
        const newest = server.messages.slice(-5).map(({ seq }) => seq);
        expect(visible(log, null)).toEqual(expect.arrayContaining(newest));
        expect(reachesEnd(log)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('a page that was requested before messages were dropped does not bring back an earlier state', () => {
  const server = createServer();
  for (let sent = 0; sent < 10; sent += 1) server.send();
  let log = takePage(emptyLog('channel'), server.page(Infinity, 10));
  const late = server.page(4, 3);
  server.edit(1);
  log = trimmed(takeChange(log, server.messages[1] ?? aMessage({ seq: 2 })), null, MOST, NEAR);
  expect(log.messages.has(2)).toBe(false);
  expect(takePage(log, late)).toBe(log);
  expect(takePage(log, server.page(4, 3)).messages.get(2)).toEqual(server.messages[1]);
});
