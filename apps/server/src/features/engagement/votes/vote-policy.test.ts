import { expect, test } from 'vitest';
import { dealStatuses } from '@izgodno/contract/deals/vocabulary';
import { mayVote, takesVotes } from './vote-policy.ts';

test('users vote on every deal except their own', () => {
  const status = 'active';
  expect(mayVote('a', { sellerId: 'b', status })).toBe(true);
  expect(mayVote('a', { sellerId: null, status })).toBe(true);
  expect(mayVote('a', { sellerId: 'a', status })).toBe(false);
});

test('only active deals take votes', () => {
  const sellerId = null;
  expect(dealStatuses.filter((status) => takesVotes({ sellerId, status }))).toEqual(['active']);
});
