import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { escapeLike } from '#platform/database/escape-like.ts';
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

/** Each four letters that follow each other. */
const partsOf = (name: string): readonly string[] => {
  const letters = Array.from(name);
  return letters.slice(2).map((_, at) => letters.slice(at, at + 4).join(''));
};

test('a search finds each part of a name in any case, as the database compares them', async () => {
  const { database } = users.current.database;
  const names = [
    'İSTANBUL ılık',
    'Straße GROẞE',
    'ΟΔΟΣ Σας',
    '😀𝒜𝒷𝒸😀',
    String.raw`a_b%c\d_%`,
    'Ёлка ЦВЯТ',
  ];
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), name, rank || '@names.example', '', now()
      FROM unnest(${names}::text[]) WITH ORDINALITY AS named (name, rank)`.execute(database);
  const parts = names
    .flatMap(partsOf)
    .flatMap((part) => [part, part.toUpperCase(), part.toLowerCase()]);
  const missing: string[] = [];
  for (const part of new Set(parts)) {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM users
       WHERE email LIKE '%@names.example' AND name ILIKE ${`%${escapeLike(part)}%`}`.execute(
      database,
    );
    const found = await find(part);
    for (const { name } of rows)
      if (!found.some((user) => user.name === name)) missing.push(`${part} in ${name}`);
  }
  expect(missing).toEqual([]);
});
