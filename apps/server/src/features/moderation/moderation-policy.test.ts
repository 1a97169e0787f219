import { describe, expect, test } from 'vitest';
import { mayModerate, maySeeReports } from './moderation-policy.ts';

describe.each([
  ['member', false],
  ['moderator', true],
  ['admin', true],
] as const)('a %s', (role, allowed) => {
  const who = { id: 'a', sessionId: 's', role };

  test(`sees reports: ${allowed}`, () => {
    expect(maySeeReports(who)).toBe(allowed);
  });

  test.each([null, 'b'])(`moderates deals of others (%s): ${allowed}`, (sellerId) => {
    expect(mayModerate(who, { sellerId })).toBe(allowed);
  });

  test('does not moderate their own', () => {
    expect(mayModerate(who, { sellerId: 'a' })).toBe(false);
  });
});
