import { expect, test } from 'vitest';
import { getMe } from '@izgodno/contract/accounts/calls';
import { createAuditTrail } from '#features/audit/audit-trail.ts';
import { createFactorUser } from '#test/factor-users.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { AccountData } from '../account-data.ts';
import { removeFactors } from './remove-factors.ts';

const users = provideUsersApp();

test('removing factors from the console leaves the password, and ends every session', async () => {
  const user = await createFactorUser(users.current);
  await user.addPasskey();
  await user.addApp();
  const { database } = users.current.database;
  const audit = createAuditTrail(database, { now: () => users.current.time });
  const accounts = { database, audit, accountData: new AccountData([]) };
  expect(await removeFactors(accounts, 'stranger@izgodno.example')).toBe(false);
  expect(await removeFactors(accounts, user.email)).toBe(true);

  users.current.time += 1_000;
  expect(await user.rejection(getMe)).toBe('session_expired');
  await users.current.login(user);
  const entries = await database
    .selectFrom('audit_entries')
    .select(['actor_id', 'action'])
    .where('subject_id', '=', user.id)
    .execute();
  expect(entries).toEqual([{ actor_id: null, action: 'user.remove_factors' }]);
});
