import { expect, test } from 'vitest';
import { mayOperateSources } from './source-policy.ts';

test.each([
  ['member', false],
  ['moderator', false],
  ['admin', true],
] as const)('a %s: %s', (role, allowed) => {
  expect(mayOperateSources({ id: 'a', sessionId: 's', role })).toBe(allowed);
});
