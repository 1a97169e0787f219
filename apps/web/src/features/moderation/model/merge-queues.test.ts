import { expect, test } from 'vitest';
import { mergeQueues } from './merge-queues.ts';

const item = (name: string, minute: number) => ({
  name,
  since: `2026-11-25T10:0${minute}:00.000Z`,
});

const merge = (...queues: Parameters<typeof mergeQueues<ReturnType<typeof item>>>[0]) =>
  mergeQueues(queues).map(({ name }) => name);

const deals = [item('deal 1', 1), item('deal 4', 4)];
const messages = [item('message 2', 2), item('message 5', 5)];

test('everything waits in one queue', () => {
  const appeals = [item('appeal 3', 3)];
  expect(
    merge(
      { items: deals, hasMore: false },
      { items: messages, hasMore: false },
      { items: appeals, hasMore: false },
    ),
  ).toEqual(['deal 1', 'message 2', 'appeal 3', 'deal 4', 'message 5']);
});

test('what follows an item that is not loaded waits for it', () => {
  expect(merge({ items: deals, hasMore: true }, { items: messages, hasMore: false })).toEqual([
    'deal 1',
    'message 2',
    'deal 4',
  ]);
  expect(merge({ items: [], hasMore: false }, { items: messages, hasMore: true })).toEqual([
    'message 2',
    'message 5',
  ]);
});
