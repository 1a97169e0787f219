import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '#core/api/query-client.ts';
import { aMessage } from './messages.ts';

export const ME = { id: '01890000-0000-7000-8000-b00000000000', name: 'Ann Lee' } as const;
export const OTHER = { id: '01890000-0000-7000-8000-a00000000000', name: 'Мария' } as const;
export const CHANNEL_ID = '01890000-0000-7000-8000-c00000000000';

/** A channel whose member the user is; pass only what the test is about. */
export const aChannel = (given: Partial<OwnChannel> = {}): OwnChannel => ({
  id: CHANNEL_ID,
  name: 'General',
  kind: 'public',
  topic: 'All that has no room of its own',
  isDefault: false,
  archivedAt: null,
  createdAt: '2026-11-20T10:00:00Z',
  slowModeSeconds: 0,
  memberCount: 2,
  people: [],
  lastSeq: 0,
  version: 0,
  showsReaders: false,
  membership: {
    role: 'member',
    notifications: 'all',
    starred: false,
    readSeq: 0,
    unreadMarks: 0,
    mutedUntil: null,
    joinedAt: '2026-11-20T10:00:00Z',
  },
  ...given,
});

/** `count` messages, a minute apart, by two users in turn. */
export const talk = (count: number): readonly Message[] =>
  Array.from({ length: count }, (_, index) =>
    aMessage({
      seq: index + 1,
      sender: index % 3 === 0 ? ME : OTHER,
      createdAt: new Date(Date.parse('2026-11-20T10:00:00Z') + index * MINUTE_MS).toISOString(),
    }),
  );

const pageAround = (all: readonly Message[], seq: number, limit: number): readonly Message[] => {
  // Each side fills what the other lacks.
  const from = Math.max(0, Math.min(seq - Math.ceil(limit / 2), all.length - limit));
  return all.slice(from, from + limit);
};

/** The server's response to a page request. */
export const pageOf = (all: readonly Message[], query: URLSearchParams) => {
  const limit = Number(query.get('limit') ?? 50);
  const number = (name: string): number | null =>
    query.has(name) ? Number(query.get(name)) : null;
  const before = number('before');
  const after = number('after');
  const around = number('around');
  const messages =
    before === null
      ? after === null
        ? around === null
          ? all.slice(-limit).toReversed()
          : pageAround(all, around, limit)
        : all.slice(after, after + limit)
      : all.slice(Math.max(0, before - 1 - limit), before - 1).toReversed();
  return {
    success: true,
    total: all.length,
    messages,
    hasMore: messages.length < all.length,
    version: all.length,
    ownReactions: {},
  };
};

/** The providers around every part of the page. */
export const InPage = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>
    <div style={{ display: 'flex', height: 600 }}>{children}</div>
  </QueryClientProvider>
);
