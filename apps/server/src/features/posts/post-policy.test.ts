import { describe, expect, test } from 'vitest';
import { roles } from '@izgodno/contract/accounts/session';
import { mayChangeDeal, mayReadContact } from './post-policy.ts';

describe.each(roles)('a %s', (role) => {
  test.each([
    ['their own', 'a', true],
    ["another's", 'b', false],
    ["a source's", null, false],
  ])('changes %s deal', (_, sellerId, allowed) => {
    expect(mayChangeDeal({ id: 'a', sessionId: 's', role }, { sellerId })).toBe(allowed);
  });

  test.each([
    ['reads', 'b', false, true],
    ['does not read, where one has blocked the other,', 'b', true, false],
  ])('%s the numbers in a post', (_, sellerId, isBlocked, allowed) => {
    const who = { id: 'a', sessionId: 's', role };
    expect(mayReadContact(who, { sellerId, isBlocked })).toBe(allowed);
  });
});
