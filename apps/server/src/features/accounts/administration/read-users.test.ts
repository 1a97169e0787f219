import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { countPagesRead, vacuum } from '#test/rows-read.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { findUsers } from './read-users.ts';

const USERS = 20_000;

const users = provideUsersApp();

beforeAll(async () => {
  const { database } = users.current.database;
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), 'Мира Иванова ' || i, 'many-' || i || '@example.com', '', now()
      FROM generate_series(1, ${USERS}::int) AS i`.execute(database);
  await vacuum(database, ['users', 'sessions', 'suspensions']);
});

const find = (q: string) =>
  findUsers(users.current.database.database, new Date(users.current.time), q, 50);

test.each([
  ['a part of a name that one has', 'ванова 19999', 1],
  ['a part of an address in any case', 'NY-777@', 1],
  ['a text that none has', 'никой такъв', 0],
  ['the sign of a pattern', '100%', 0],
])('a search by %s reads few pages', async (_, q, found) => {
  expect(await find(q)).toHaveLength(found);
  const { connectionString } = users.current.database;
  const pages = await countPagesRead(connectionString, (counted) =>
    findUsers(counted, new Date(users.current.time), q, 50),
  );
  expect(pages).toBeLessThan(100);
});

test('a search by one or two characters, or by the id, finds too', async () => {
  expect(await find('Ми')).toHaveLength(50);
  const member = await users.current.member();
  expect(await find(member.id.toUpperCase())).toMatchObject([{ id: member.id }]);
});
