import { expect, test } from 'vitest';
import { listAudit } from '@izgodno/contract/audit/calls';
import { changeRole, getMe } from '@izgodno/contract/accounts/calls';
import { getFactors, removeTotp } from '@izgodno/contract/accounts/factor-calls';
import type { Role } from '@izgodno/contract/accounts/session';
import { createFactorUser } from '#test/factor-users.ts';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp({ REQUIRE_SECOND_FACTOR: 'admins' });

const userOf = async (role: Role) => {
  const user = await createFactorUser(users.current);
  await users.current.database.database
    .updateTable('users')
    .set({ role })
    .where('id', '=', user.id)
    .execute();
  // Nodes cache for a second what they read of a token.
  users.current.time += 1_000;
  return user;
};

test('an administrator’s role needs a second factor if the operator demands it', async () => {
  const admin = await userOf('admin');
  const member = await userOf('member');
  const promote = { params: { userId: member.id }, body: { role: 'moderator' } };
  expect((await admin.ask(getMe)).user.role).toBe('admin');
  expect((await admin.ask(getFactors)).required).toBe(true);
  expect(await admin.rejection(listAudit)).toBe('second_factor_required');
  expect(await admin.rejection(changeRole, promote)).toBe('second_factor_required');

  await admin.addApp();
  users.current.time += 1_000;
  await admin.ask(listAudit);
  await admin.ask(changeRole, promote);

  await admin.ask(removeTotp, { body: {} });
  users.current.time += 1_000;
  expect(await admin.rejection(changeRole, promote)).toBe('second_factor_required');
});

test('other roles do not', async () => {
  const moderator = await userOf('moderator');
  await moderator.ask(listAudit);
  expect((await moderator.ask(getFactors)).required).toBe(false);
  const member = await userOf('member');
  expect(await member.rejection(listAudit)).toBe('forbidden');
});
