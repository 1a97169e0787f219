import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listUsers } from '@izgodno/contract/accounts/administration-calls';
import { getMe } from '@izgodno/contract/accounts/calls';
import { listAudit } from '@izgodno/contract/audit/calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { consoleActJob, type ConsoleAct } from './register-administration.ts';
import { storeSuspension } from './suspensions.ts';

const users = provideUsersApp();

test('a suspension that cannot be ended delays no other, and is tried again', async () => {
  const { current } = users;
  const { database } = current.database;
  const [stuck, seller] = [await current.member(), await current.member()];
  for (const { id } of [stuck, seller]) {
    current.time += 1;
    const suspension = { reason: 'Спам', until: new Date(current.time) };
    await database
      .transaction()
      .execute((transaction) => storeSuspension(transaction, id, suspension, suspension.until));
  }
  await sql`
    CREATE FUNCTION reject_lift() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'as the test wants it'; END $$`.execute(database);
  await sql`
    CREATE TRIGGER reject_lift BEFORE DELETE ON suspensions FOR EACH ROW
    WHEN (OLD.user_id = ${sql.lit(stuck.id)}::uuid) EXECUTE FUNCTION reject_lift()`.execute(
    database,
  );
  const suspended = async () => {
    const rows = await database.selectFrom('suspensions').select('user_id').execute();
    return rows.map(({ user_id }) => user_id);
  };
  await current.jobs.fire('accounts.lift-ended-suspensions');
  expect(await suspended()).toEqual([stuck.id]);

  await sql`DROP FUNCTION reject_lift CASCADE`.execute(database);
  await current.jobs.fire('accounts.lift-ended-suspensions');
  expect(await suspended()).toEqual([]);
});

const carryOut = (act: ConsoleAct['act'], userId: string, until: string | null = null) => {
  const given = { act, userId, reason: 'Спам', until, removeContent: false };
  return users.current.jobs.enqueue(consoleActJob, given);
};

describe('the console', () => {
  test('suspends, restores, signs out and deletes a user, without an actor', async () => {
    const { current } = users;
    const { token } = await current.member('admin');
    const who = await current.member();
    const shown = async () =>
      (await current.ask(listUsers, { token, query: { q: who.id } })).people.map(
        ({ suspension }) => suspension?.until,
      );
    const until = new Date(current.time + DAY_MS).toISOString();
    await carryOut('suspend', who.id, until);
    expect(await shown()).toEqual([until]);
    await carryOut('lift', who.id);
    expect(await shown()).toEqual([undefined]);
    const { accessToken } = await current.login({ ...somebody(), email: who.email });
    await carryOut('sign-out', who.id);
    expect((await current.send(getMe, { token: accessToken })).statusCode).toBe(401);
    await carryOut('delete', who.id);
    expect(await shown()).toEqual([]);
    const query = { kind: 'user', subject: who.id };
    const { entries } = await current.ask(listAudit, { token, query });
    expect(entries.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
      ['user.delete', null, 'Спам'],
      ['user.sign_out', null, 'Спам'],
      ['user.lift_suspension', null, 'Спам'],
      ['user.suspend', null, 'Спам'],
    ]);
  });

  test('does not repeat what is rejected', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000';
    await expect(carryOut('delete', unknown)).resolves.toBeUndefined();
  });
});
