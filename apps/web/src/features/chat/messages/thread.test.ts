import { expect, test } from 'vitest';
import { aMessage } from '../testing/messages.ts';
import { endOfThread, isFull, repliesOf, takeInThread, type ThreadPage } from './thread.ts';

const root = aMessage({ seq: 1 });
const reply = (seq: number, more: Partial<Parameters<typeof aMessage>[0]> = {}) =>
  aMessage({ threadId: root.id, ...more, seq });

/** Two pages, newest first, as they are loaded. */
const pages: readonly ThreadPage[] = [
  { success: true, root, replies: [reply(8), reply(9)], hasMore: true },
  { success: true, root, replies: [reply(4), reply(6)], hasMore: false },
];

const seqs = (thread: readonly ThreadPage[]) => repliesOf(thread).map(({ seq }) => seq);

test('the replies of all pages are in order', () => {
  expect(seqs(pages)).toEqual([4, 6, 8, 9]);
});

test('a new reply comes last, once', () => {
  const once = takeInThread(pages, reply(11));
  expect(seqs(once)).toEqual([4, 6, 8, 9, 11]);
  expect(seqs(takeInThread(once, reply(11)))).toEqual([4, 6, 8, 9, 11]);
});

test('a change replaces the reply in any page, unless it is older', () => {
  const edited = takeInThread(pages, { ...reply(6), text: 'Edited', version: 20 });
  expect(repliesOf(edited)[1]?.text).toBe('Edited');
  const late = takeInThread(edited, { ...reply(6), text: 'Late', version: 19 });
  expect(repliesOf(late)[1]?.text).toBe('Edited');
  const counted = takeInThread(pages, { ...root, replyCount: 4, version: 21 });
  expect(counted.map((page) => page.root.replyCount)).toEqual([4, 4]);
});

test('replies of other threads, and of pages that are not loaded, have no effect', () => {
  expect(seqs(takeInThread(pages, reply(12, { threadId: reply(4).id })))).toEqual([4, 6, 8, 9]);
  expect(seqs(takeInThread(pages, reply(2)))).toEqual([4, 6, 8, 9]);
});

test('at the end of a long thread, only the newest replies stay, and the earlier ones can be loaded', () => {
  let thread = pages;
  for (let seq = 11; seq <= 1_000; seq += 1) thread = endOfThread(takeInThread(thread, reply(seq)));
  expect(seqs(thread).length).toBeLessThanOrEqual(300);
  expect(seqs(thread).at(-1)).toBe(1_000);
  expect(thread.at(-1)?.hasMore).toBe(true);
  expect(endOfThread(pages)).toBe(pages);
});

test('a thread that is scrolled up takes only some new replies, and still takes changes', () => {
  let thread = pages;
  for (let seq = 11; seq <= 1_000; seq += 1) thread = takeInThread(thread, reply(seq));
  expect(seqs(thread)).toHaveLength(502);
  expect([isFull(pages), isFull(thread)]).toEqual([false, true]);
  const edited = takeInThread(thread, { ...reply(6), text: 'Edited', version: 2_000 });
  expect(repliesOf(edited)[1]?.text).toBe('Edited');
});
