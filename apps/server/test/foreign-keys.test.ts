import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { removedError } from '#schema/removed-error.ts';
import { useTestDatabase } from './test-database.ts';

// PostgreSQL reads a table for each deleted row that a foreign key of it leads to: with an index only
// the rows concerned, without one all of them.

const database = useTestDatabase();

/** Keys without an index, because no row that they lead to is deleted. */
const neverFollowed = {
  'price_alerts.deal_id': 'Deals stay as removed rows.',
  'deals.location_id': 'Locations stay.',
  'locations.district_id': 'Locations stay.',
  'profiles.location_id': 'Locations stay.',
};

test('each foreign key whose rows are deleted has an index that begins with it', async () => {
  const { rows } = await sql`
    SELECT format('%s.%s', key.conrelid::regclass, attname) AS column
      FROM pg_constraint key
      JOIN pg_attribute ON attrelid = key.conrelid AND attnum = key.conkey[1]
     WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace
       AND NOT EXISTS (
         SELECT FROM pg_index
          WHERE indrelid = key.conrelid AND indkey[0] = ANY (key.conkey)
            AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
     ORDER BY 1`.execute(database.current.database);
  const unindexed = expectShape(z.array(z.object({ column: z.string() })), rows);
  expect(unindexed.map(({ column }) => column)).toEqual(Object.keys(neverFollowed).toSorted());
});

/** Keys to users whom calls are about. Most of the others lead to the user who makes the call. */
const toOthers = [
  'channel_bans_user_id_fkey',
  'channel_log_subject_id_fkey',
  'member_reports_user_id_fkey',
  'person_blocks_blocked_id_fkey',
];

test('no call about a user who is deleted meanwhile ends the session of its caller', async () => {
  const { rows } = await sql`
    SELECT conname AS name FROM pg_constraint
     WHERE contype = 'f' AND confrelid = 'users'::regclass ORDER BY 1`.execute(
    database.current.database,
  );
  const keys = expectShape(z.array(z.object({ name: z.string() })), rows);
  const notFound = keys.filter(({ name }) => removedError(name) === 'not_found');
  expect(notFound.map(({ name }) => name)).toEqual(toOthers);
});
