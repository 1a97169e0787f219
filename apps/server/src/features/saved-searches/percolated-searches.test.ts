import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import { PercolatedSearches } from './percolated-searches.ts';

const database = useTestDatabase();
const UNCHANGED = 'q=велосипед';
/** Two rotations add fewer than may be added before all are read again, and three add more. */
const ROTATED = 400;

/** A word of letters only, because numbers within words are units of their own. */
const wordOf = (round: number, at: number): string =>
  `zq${round}x${at}`.replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '');

const saveAll = (queries: readonly string[]) =>
  sql`INSERT INTO saved_searches (id, user_id, name, query, checked_at, created_at)
      SELECT gen_random_uuid(), users.id, '', query, now(), now()
        FROM users, unnest(${queries}::text[]) AS query`.execute(database.current.database);

/** Replaces the saved searches by others with new words, which no deal has. */
const rotate = async (round: number): Promise<void> => {
  await sql`DELETE FROM saved_searches WHERE query <> ${UNCHANGED}`.execute(
    database.current.database,
  );
  await saveAll(Array.from({ length: ROTATED }, (_, at) => `q=${wordOf(round, at)}`));
};

test('searches that members replace all the time leave no words in memory', async () => {
  await sql`INSERT INTO users (id, email, name, password_hash, created_at)
    VALUES (gen_random_uuid(), 'a@example.com', 'A', '', now())`.execute(database.current.database);
  await saveAll([UNCHANGED]);
  const searches = new PercolatedSearches(database.current.database);
  await rotate(0);
  await searches.refresh();
  const stored = searches.size;
  expect(stored).toBeGreaterThan(ROTATED);
  for (let round = 1; round <= 3; round += 1) {
    await rotate(round);
    await searches.refresh();
  }
  expect(searches.size).toBe(stored);
});
