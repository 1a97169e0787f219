import { describe, expect, test } from 'vitest';
import { noticeWay, type NoticeQuestion } from './notice-policy.ts';

const membership = {
  role: 'member',
  starred: false,
  readSeq: 0,
  unreadMarks: 0,
  mutedUntil: null,
  joinedAt: '2026-11-21T10:00:00Z',
} as const;

const message = {
  sender: { id: 'other', name: 'Other' },
  mentions: [],
  mentionsAll: false,
  deletedAt: null,
  replyTo: null,
  forwarded: null,
} as const;

const ask = (
  change: Partial<NoticeQuestion> & {
    readonly level?: 'all' | 'mentions' | 'none';
    readonly kind?: 'public' | 'direct';
  },
) => {
  const { level = 'all', kind = 'public', ...rest } = change;
  return noticeWay({
    message,
    channel: { kind, membership: { ...membership, notifications: level } },
    ownId: 'own',
    availability: 'auto',
    blocked: new Set(),
    attention: 'away',
    ...rest,
  });
};

describe('a notice', () => {
  test('comes of no mention that a forward repeats', () => {
    const mentions = [{ id: 'own', name: 'Own' }];
    const forwarded = { id: 'm', channelId: 'c', seq: 1, sender: message.sender, createdAt: '' };
    expect(ask({ level: 'mentions', message: { ...message, mentions } })).toBe('system');
    expect(ask({ level: 'mentions', message: { ...message, mentions, forwarded } })).toBe('none');
  });

  test('appears where the user looks, unless the message is visible', () => {
    expect(ask({ attention: 'away' })).toBe('system');
    expect(ask({ attention: 'page' })).toBe('page');
    expect(ask({ attention: 'channel' })).toBe('none');
    expect(ask({ attention: 'elsewhere' })).toBe('none');
  });

  test('never appears for a blocked sender, mentioned or not', () => {
    const blocked = new Set(['other']);
    for (const kind of ['public', 'direct'] as const)
      for (const attention of ['away', 'page'] as const) {
        const mentioned = { ...message, mentions: [{ id: 'own', name: 'Own' }] };
        expect(ask({ blocked, kind, attention, message: mentioned })).toBe('none');
      }
  });

  test('follows the setting of the channel', () => {
    expect(ask({ level: 'none' })).toBe('none');
    expect(ask({ level: 'mentions' })).toBe('none');
    expect(ask({ level: 'mentions', message: { ...message, mentionsAll: true } })).toBe('system');
    const mentions = [{ id: 'own', name: 'Own' }];
    expect(ask({ level: 'mentions', message: { ...message, mentions } })).toBe('system');
    expect(ask({ level: 'none', message: { ...message, mentions } })).toBe('none');
    const replyTo = { id: 'm', seq: 1, sender: { id: 'own', name: 'Own' }, text: '' };
    expect(ask({ level: 'mentions', message: { ...message, replyTo } })).toBe('system');
    expect(ask({ level: 'mentions', kind: 'direct' })).toBe('system');
  });

  test("does not appear in do-not-disturb, or for one's own message", () => {
    expect(ask({ availability: 'dnd', kind: 'direct' })).toBe('none');
    expect(ask({ availability: 'invisible' })).toBe('system');
    const own = { ...message, sender: { id: 'own', name: 'Own' } };
    expect(ask({ message: own })).toBe('none');
    expect(ask({ message: { ...message, deletedAt: '2026-11-21T10:00:00Z' } })).toBe('none');
  });
});
