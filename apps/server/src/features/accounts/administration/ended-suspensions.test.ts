import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { provideUsersApp } from '#test/users-app.ts';
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
