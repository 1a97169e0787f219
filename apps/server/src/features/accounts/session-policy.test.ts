import { expect, test } from 'vitest';
import { roles, type Role } from '@izgodno/contract/accounts/session';
import { mayRevokeSession } from './session-policy.ts';

const me = (role: Role) => ({ id: 'me', role, sessionId: 'mine' });

const table: readonly (readonly [Role, boolean, boolean])[] = [
  // role, own session, other's session
  ['member', true, false],
  ['moderator', true, false],
  ['admin', true, true],
];

test.for(table)('a %s', ([role, ownSession, otherSession]) => {
  expect(mayRevokeSession(me(role), { ownerId: 'me' })).toBe(ownSession);
  expect(mayRevokeSession(me(role), { ownerId: 'other' })).toBe(otherSession);
});

test('every role is tested', () => {
  expect(table.map(([role]) => role)).toEqual([...roles]);
});
