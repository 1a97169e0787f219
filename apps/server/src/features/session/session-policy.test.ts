import { expect, test } from 'vitest';
import { roles, type Role } from '@izgodno/contract/session/session';
import { mayChangeRole, mayRevokeSession } from './session-policy.ts';

const me = (role: Role) => ({ id: 'me', role, sessionId: 'mine' });

const table: readonly (readonly [Role, boolean, boolean, boolean, boolean])[] = [
  // role, own session, other's session, own role, other's role
  ['member', true, false, false, false],
  ['moderator', true, false, false, false],
  ['admin', true, true, false, true],
];

test.for(table)('a %s', ([role, ownSession, otherSession, ownRole, otherRole]) => {
  expect(mayRevokeSession(me(role), { ownerId: 'me' })).toBe(ownSession);
  expect(mayRevokeSession(me(role), { ownerId: 'other' })).toBe(otherSession);
  expect(mayChangeRole(me(role), { ownerId: 'me' })).toBe(ownRole);
  expect(mayChangeRole(me(role), { ownerId: 'other' })).toBe(otherRole);
});

test('every role is ruled on', () => {
  expect(table.map(([role]) => role)).toEqual([...roles]);
});
