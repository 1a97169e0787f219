import { expect, test } from 'vitest';
import { roles, type Role } from '@izgodno/contract/accounts/session';
import { mayChangeRole, mayRevokeSession, maySignUserOut } from './session-policy.ts';

const me = (role: Role) => ({ id: 'me', role, sessionId: 'mine' });

const table: readonly (readonly [Role, boolean, boolean, boolean, boolean, boolean])[] = [
  // role, own session, other's session, all of a user, own role, other's role
  ['member', true, false, false, false, false],
  ['moderator', true, false, false, false, false],
  ['admin', true, true, true, false, true],
];

test.for(table)('a %s', ([role, ownSession, otherSession, allSessions, ownRole, otherRole]) => {
  expect(mayRevokeSession(me(role), { ownerId: 'me' })).toBe(ownSession);
  expect(mayRevokeSession(me(role), { ownerId: 'other' })).toBe(otherSession);
  expect(maySignUserOut(me(role))).toBe(allSessions);
  expect(mayChangeRole(me(role), { ownerId: 'me' })).toBe(ownRole);
  expect(mayChangeRole(me(role), { ownerId: 'other' })).toBe(otherRole);
});

test('every role is tested', () => {
  expect(table.map(([role]) => role)).toEqual([...roles]);
});
