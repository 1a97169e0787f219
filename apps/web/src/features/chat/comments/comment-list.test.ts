import type { Message } from '@izgodno/contract/chat/message';
import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { putComment, threadsOf } from './comment-list.ts';

const comment = (seq: number, more: Partial<Message> = {}): Message =>
  aMessage({ seq, id: `c${seq}`, version: seq, ...more });

const liked = (seq: number, ...counts: readonly number[]): Message =>
  comment(seq, { reactions: counts.map((count) => ({ emoji: `${count}`, count, userIds: [] })) });

test('replies stand below their comment, oldest first, and comments newest first', () => {
  const comments = [
    comment(1),
    comment(3, { threadId: 'c1' }),
    comment(2, { threadId: 'c1' }),
    comment(4),
  ];
  const seen = threadsOf(comments, 'newest').map(({ root, replies }) => [
    root.seq,
    replies.map((r) => r.seq),
  ]);
  expect(seen).toEqual([
    [4, []],
    [1, [2, 3]],
  ]);
});

test('the best comment is the one with the most reactions, else the newest', () => {
  const comments = [liked(1, 2, 2), liked(2), liked(3, 3), liked(4)];
  expect(threadsOf(comments, 'best').map(({ root }) => root.seq)).toEqual([1, 3, 4, 2]);
});

test('a deleted comment stays while it has replies, and a deleted reply does not', () => {
  const deletedAt = '2026-11-20T10:00:00Z';
  const root = comment(1, { deletedAt });
  const reply = comment(2, { threadId: 'c1' });
  expect(threadsOf([reply, root], 'newest')).toHaveLength(1);
  expect(threadsOf([{ ...reply, deletedAt }, root], 'newest')).toEqual([]);
});

test('a reply to a comment that is not loaded is shown by itself', () => {
  expect(threadsOf([comment(2, { threadId: 'c1' })], 'newest')).toHaveLength(1);
});

test('only a later version replaces a comment', () => {
  const [first, later] = [comment(1), comment(1, { version: 3, text: 'later' })];
  expect(putComment(putComment([], later), first)).toEqual([later]);
  expect(putComment([first], later)).toEqual([later]);
  expect(putComment([later], { ...later, text: 'as new' })).toEqual([later]);
  expect(putComment([first], comment(2)).map(({ seq }) => seq)).toEqual([2, 1]);
});
