import type { FollowedThread } from '@izgodno/contract/chat/thread-calls';
import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { ME, OTHER } from '../testing/served-chat.tsx';
import { readUpTo, takeInFollowed, unreadReplies } from './thread-list.ts';

const root = aMessage({ seq: 1, text: 'Where do we meet?' });
const otherRoot = aMessage({ seq: 2, text: 'Lunch?' });
const reply = (seq: number, sender: typeof ME | typeof OTHER = OTHER) =>
  aMessage({ seq, sender, threadId: root.id });

const thread: FollowedThread = { root, lastReply: reply(3), unread: [3] };
const threads = [{ root: otherRoot, lastReply: null, unread: [] }, thread];

test('a reply is unread unless it is the own, and moves its thread to the top, once', () => {
  const once = takeInFollowed(threads, reply(4), ME.id);
  expect(once.map(({ root: { seq }, unread }) => [seq, unread])).toEqual([
    [1, [3, 4]],
    [2, []],
  ]);
  expect(takeInFollowed(once, reply(4), ME.id)).toEqual(once);
  expect(takeInFollowed(once, reply(5, ME), ME.id)[0]).toMatchObject({
    unread: [3, 4],
    lastReply: { seq: 5 },
  });
  expect(takeInFollowed(threads, aMessage({ seq: 6 }), ME.id)).toEqual(threads);
});

test('an edit changes the first message and the last reply, in place', () => {
  const edited = { ...reply(3), text: 'At noon', version: 9 };
  const after = takeInFollowed(threads, edited, ME.id);
  expect(after.map(({ lastReply }) => lastReply?.text)).toEqual([undefined, 'At noon']);
  expect(takeInFollowed(after, reply(3), ME.id)).toEqual(after);
});

test('replies are read in the thread or in the channel', () => {
  const followed = { ...thread, unread: [3, 4, 5] };
  expect(readUpTo([followed], root.id, 3)).toEqual([{ ...thread, unread: [4, 5] }]);
  expect(readUpTo([followed], otherRoot.id, 3)).toEqual([followed]);
  expect([0, 4, 5].map((readSeq) => unreadReplies(followed, readSeq))).toEqual([3, 1, 0]);
});
