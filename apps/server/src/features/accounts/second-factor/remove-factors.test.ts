import { expect, test } from 'vitest';
import { getMe } from '@izgodno/contract/accounts/calls';
import { createAuditTrail } from '#features/audit/audit-trail.ts';
import { createFactorPerson } from '#test/factor-people.ts';
import { providePeopleApp } from '#test/people-app.ts';
import { removeFactors } from './remove-factors.ts';

const people = providePeopleApp();

test('removing factors from the console leaves the password, and ends every session', async () => {
  const person = await createFactorPerson(people.current);
  await person.addPasskey();
  await person.addApp();
  const { database } = people.current.database;
  const audit = createAuditTrail(database, { now: () => people.current.time });
  expect(await removeFactors(database, audit, 'stranger@izgodno.example')).toBe(false);
  expect(await removeFactors(database, audit, person.email)).toBe(true);

  people.current.time += 1_000;
  expect(await person.refusal(getMe)).toBe('session_expired');
  await people.current.login(person);
  const entries = await database
    .selectFrom('audit_entries')
    .select(['actor_id', 'action'])
    .where('subject_id', '=', person.id)
    .execute();
  expect(entries).toEqual([{ actor_id: null, action: 'user.remove_factors' }]);
});
