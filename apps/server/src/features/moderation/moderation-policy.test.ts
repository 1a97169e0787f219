import { describe, expect, test } from 'vitest';
import {
  mayDecideAppeal,
  mayDecideReports,
  mayModerate,
  maySeeReports,
} from './moderation-policy.ts';

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

  test(`decides on appeals of others against decisions of others: ${allowed}`, () => {
    for (const decidedBy of [null, 'c'])
      expect(mayDecideAppeal(who, { ownerId: 'b', decidedBy })).toBe(allowed);
    expect(mayDecideAppeal(who, { ownerId: 'b', decidedBy: 'a' })).toBe(role === 'admin');
    expect(mayDecideAppeal(who, { ownerId: 'a', decidedBy: 'c' })).toBe(false);
  });

  test(`decides on reports of others: ${allowed}`, () => {
    expect(mayDecideReports(who, ['b', null])).toBe(allowed);
  });

  test('does not moderate their own', () => {
    expect(mayModerate(who, { sellerId: 'a' })).toBe(false);
    expect(mayDecideReports(who, ['a', null])).toBe(false);
    expect(mayDecideReports(who, ['b', 'a'])).toBe(false);
  });
});
