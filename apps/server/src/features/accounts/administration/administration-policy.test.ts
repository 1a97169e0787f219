import { expect, test } from 'vitest';
import { rejectAct, userActs, type UserAct } from './administration-policy.ts';

const isAct = (name: string): name is UserAct => Object.hasOwn(userActs, name);
const everyAct = Object.keys(userActs).filter(isAct);

const [ME, OTHER_ADMIN, MEMBER] = ['me', 'other-admin', 'member'];
const both = [ME, OTHER_ADMIN];

type Row = readonly [act: UserAct, onMember: string, onAdmin: string, onMe: string, onLast: string];
/** By an administrator: on a member, on another administrator, on themself; by the console: on the last. */
const table: readonly Row[] = [
  ['sign_out', 'yes', 'yes', 'yes', 'yes'],
  ['suspend', 'yes', 'yes', 'forbidden', 'last_administrator'],
  ['lift_suspension', 'yes', 'yes', 'forbidden', 'yes'],
  ['delete', 'yes', 'yes', 'forbidden', 'last_administrator'],
  ['promote', 'yes', 'yes', 'forbidden', 'yes'],
  ['demote', 'yes', 'yes', 'forbidden', 'last_administrator'],
];

test.for(table)('%s', ([act, onMember, onAdmin, onMe, onLast]) => {
  const outcome = (
    actorId: string | null,
    userId: string,
    administrators: readonly string[] = both,
  ): string => rejectAct({ act, actorId, userId, administrators }) ?? 'yes';
  expect(outcome(ME, MEMBER)).toBe(onMember);
  expect(outcome(ME, OTHER_ADMIN)).toBe(onAdmin);
  expect(outcome(ME, ME)).toBe(onMe);
  expect(outcome(null, ME, [ME])).toBe(onLast);
  expect(outcome(null, MEMBER, [ME])).toBe('yes');
  // A site that has no administrator can still be repaired.
  expect(outcome(null, MEMBER, [])).toBe('yes');
  // Members, and those who were demoted or suspended since the call began.
  for (const userId of [ME, OTHER_ADMIN, MEMBER]) expect(outcome(MEMBER, userId)).toBe('forbidden');
});

test('every act is in the table', () => {
  expect(table.map(([act]) => act)).toEqual(everyAct);
});
