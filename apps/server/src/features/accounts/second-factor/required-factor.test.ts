import { expect, test } from 'vitest';
import { listAudit } from '@izgodno/contract/audit/calls';
import { changeRole, getMe } from '@izgodno/contract/accounts/calls';
import { getFactors, removeTotp } from '@izgodno/contract/accounts/factor-calls';
import type { Role } from '@izgodno/contract/accounts/session';
import { createFactorPerson } from '#test/factor-people.ts';
import { providePeopleApp } from '#test/people-app.ts';

const people = providePeopleApp({ REQUIRE_SECOND_FACTOR: 'admins' });

const personOf = async (role: Role) => {
  const person = await createFactorPerson(people.current);
  await people.current.database.database
    .updateTable('users')
    .set({ role })
    .where('id', '=', person.id)
    .execute();
  // Nodes cache for a second what they read of a token.
  people.current.time += 1_000;
  return person;
};

test('an administrator’s role needs a second factor if the operator demands it', async () => {
  const admin = await personOf('admin');
  const member = await personOf('member');
  const promote = { params: { userId: member.id }, body: { role: 'moderator' } };
  expect((await admin.ask(getMe)).user.role).toBe('admin');
  expect((await admin.ask(getFactors)).required).toBe(true);
  expect(await admin.refusal(listAudit)).toBe('second_factor_required');
  expect(await admin.refusal(changeRole, promote)).toBe('second_factor_required');

  await admin.addApp();
  people.current.time += 1_000;
  await admin.ask(listAudit);
  await admin.ask(changeRole, promote);

  await admin.ask(removeTotp, { body: {} });
  people.current.time += 1_000;
  expect(await admin.refusal(changeRole, promote)).toBe('second_factor_required');
});

test('other roles do not', async () => {
  const moderator = await personOf('moderator');
  await moderator.ask(listAudit);
  expect((await moderator.ask(getFactors)).required).toBe(false);
  const member = await personOf('member');
  expect(await member.refusal(listAudit)).toBe('forbidden');
});
