import { expect, test } from 'vitest';
import { mayReadAudit } from './moderation-policy.ts';

test.each([
  ['member', false],
  ['moderator', true],
  ['admin', true],
] as const)('a %s reads the audit trail: %s', (role, allowed) => {
  expect(mayReadAudit({ id: 'a', sessionId: 's', role })).toBe(allowed);
});
