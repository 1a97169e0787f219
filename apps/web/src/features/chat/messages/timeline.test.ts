import { describe, expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { emptyLog, takeChange, takePage } from './channel-log.ts';
import type { OutboxEntry } from '../composer/outbox.ts';
import { timelineOf, type TimelineWish } from './timeline.ts';

const ME = '01890000-0000-7000-8000-b00000000000';
const mine = { id: ME, name: 'Иван' };

const quotation = { id: aMessage({ seq: 1 }).id, seq: 1, sender: mine, text: 'Здравей' };

const logOf = (messages: readonly ReturnType<typeof aMessage>[], total = messages.length) =>
  takePage(emptyLog('c'), { messages, total, version: total });

const draft = (clientId: string): OutboxEntry => ({
  clientId,
  userId: ME,
  channelId: 'c',
  text: 'later',
  attachments: [],
  replyTo: null,
  createdAt: '2026-11-21T10:20:00Z',
  status: 'waiting',
  code: null,
});

const show = (wish: Partial<TimelineWish> & Pick<TimelineWish, 'log'>) => {
  const { items, atEnd } = timelineOf({
    pending: [],
    userId: ME,
    around: null,
    readSeq: 1_000,
    dayOf: (iso) => iso.slice(0, 10),
    ...wish,
  });
  const shown = items.map((item) => {
    switch (item.kind) {
      case 'message':
        return `${item.message.seq}${item.grouped ? ' grouped' : ''}`;
      case 'pending':
        return `pending ${item.key}`;
      case 'day':
        return item.day;
      default:
        return item.kind;
    }
  });
  return { items, shown, atEnd };
};

describe('the list of messages', () => {
  test('groups consecutive messages of one sender, by day', () => {
    const log = logOf([
      aMessage({ seq: 1, createdAt: '2026-11-20T23:58:00Z' }),
      aMessage({ seq: 2, createdAt: '2026-11-20T23:59:00Z' }),
      aMessage({ seq: 3, createdAt: '2026-11-21T00:00:00Z' }),
      aMessage({ seq: 4, createdAt: '2026-11-21T00:04:59Z' }),
      aMessage({ seq: 5, createdAt: '2026-11-21T00:09:59Z' }),
      aMessage({ seq: 6, createdAt: '2026-11-21T00:10:00Z', sender: mine }),
      aMessage({ seq: 7, createdAt: '2026-11-21T00:10:00Z', sender: mine, replyTo: quotation }),
    ]);
    expect(show({ log }).shown).toEqual([
      'start',
      '2026-11-20',
      '1',
      '2 grouped',
      '2026-11-21',
      '3',
      '4 grouped',
      '5',
      '6',
      // The name is above what it answers.
      '7',
    ]);
  });

  test('marks where new messages of others begin', () => {
    const log = logOf([
      aMessage({ seq: 1 }),
      aMessage({ seq: 2, sender: mine }),
      aMessage({ seq: 3 }),
      aMessage({ seq: 4 }),
    ]);
    expect(show({ log, readSeq: 1 }).shown).toEqual([
      'start',
      '2026-11-21',
      '1',
      '2',
      'new',
      '3',
      '4 grouped',
    ]);
    // The first of them has its sender's name.
    expect(show({ log, readSeq: 3 }).shown).toEqual([
      'start',
      '2026-11-21',
      '1',
      '2',
      '3',
      'new',
      '4',
    ]);
    expect(show({ log, readSeq: 0 }).shown).toEqual([
      'start',
      '2026-11-21',
      'new',
      '1',
      '2',
      '3',
      '4 grouped',
    ]);
  });

  test('has no line of new messages that begin before the loaded ones', () => {
    const log = logOf([aMessage({ seq: 5 }), aMessage({ seq: 6 })], 6);
    expect(show({ log, readSeq: 3 }).shown).toEqual(['2026-11-21', '5', '6 grouped']);
    expect(show({ log, readSeq: 4 }).shown).toEqual(['2026-11-21', 'new', '5', '6 grouped']);
  });

  test('ends with unsent messages, each once', () => {
    const log = logOf([aMessage({ seq: 1, clientId: 'a', sender: mine })]);
    const { shown, items } = show({ log, pending: [draft('a'), draft('b')] });
    expect(shown).toEqual(['start', '2026-11-21', '1', 'pending b']);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });

  test('away from the end shows neither its beginning nor unsent messages', () => {
    const log = logOf([aMessage({ seq: 5 }), aMessage({ seq: 6 })], 9);
    const { shown, atEnd } = show({ log, around: 5, pending: [draft('b')] });
    expect(atEnd).toBe(false);
    expect(shown).toEqual(['2026-11-21', '5', '6 grouped']);
  });

  test('on the way to the newest message shows the own ones at once, sent or not', () => {
    const loaded = logOf([aMessage({ seq: 5, version: 5 }), aMessage({ seq: 6, version: 6 })], 9);
    const log = takeChange(loaded, aMessage({ seq: 10, version: 10, sender: mine }));
    const { shown, atEnd } = show({ log, pending: [draft('b')] });
    expect(atEnd).toBe(false);
    expect(shown).toEqual(['2026-11-21', '5', '6 grouped', '10', 'pending b']);
  });

  test('of an empty channel is its beginning', () => {
    expect(show({ log: logOf([]) })).toMatchObject({ shown: ['start'], atEnd: true });
    expect(show({ log: emptyLog('c') })).toMatchObject({ shown: [], atEnd: false });
  });
});
