import { expect, test } from 'vitest';
import { mayRemoveRating, mayReply, maySell, otherSide } from './sale-policy.ts';

test('only its own seller sells a deal', () => {
  expect(maySell('a', { sellerId: 'a' })).toBe(true);
  expect(maySell('b', { sellerId: 'a' })).toBe(false);
  expect(maySell('a', { sellerId: null })).toBe(false);
});

test('each side of a sale rates the other, and no other user rates either', () => {
  const sale = { sellerId: 'seller', buyerId: 'buyer' };
  expect(otherSide('seller', sale)).toBe('buyer');
  expect(otherSide('buyer', sale)).toBe('seller');
  expect(otherSide('stranger', sale)).toBeNull();
});

test('only the rated user replies to a rating', () => {
  expect(mayReply('a', { ratedId: 'a' })).toBe(true);
  expect(mayReply('b', { ratedId: 'a' })).toBe(false);
});

test.each([
  ['member', false],
  ['moderator', true],
  ['admin', true],
] as const)('a %s removes ratings of others: %s, and none of their own', (role, allowed) => {
  const who = { id: 'a', role };
  expect(mayRemoveRating(who, { raterId: 'b', ratedId: 'c' })).toBe(allowed);
  expect(mayRemoveRating(who, { raterId: 'a', ratedId: 'c' })).toBe(false);
  expect(mayRemoveRating(who, { raterId: 'b', ratedId: 'a' })).toBe(false);
});
