import { describe, expect, test } from 'vitest';
import { roles } from '@izgodno/contract/accounts/session';
import { mayChangeDeal } from './post-policy.ts';

describe.each(roles)('a %s', (role) => {
  test.each([
    ['their own', 'a', true],
    ["another's", 'b', false],
    ["a source's", null, false],
  ])('changes %s deal', (_, sellerId, allowed) => {
    expect(mayChangeDeal({ id: 'a', sessionId: 's', role }, { sellerId })).toBe(allowed);
  });
});
