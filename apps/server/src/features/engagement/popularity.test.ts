import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { dayOf } from '#platform/clock.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { countRowsRead, vacuum } from '#test/rows-read.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { readChanges } from './popularity.ts';

const postgres = useTestDatabase();
const clock = { now: () => Date.UTC(2026, 10, 29, 12) };

/** Views of each of some deals, by as many networks, some days ago. */
const insertViews = async (
  ids: readonly number[],
  { viewers, daysAgo }: { readonly viewers: number; readonly daysAgo: number },
): Promise<void> => {
  const at = clock.now() - daysAgo * DAY_MS;
  await sql`
    INSERT INTO deal_views (day, deal_id, viewer, network, created_at)
    SELECT ${dayOf(at)}::date, id, int4send(viewer), int4send(viewer), ${new Date(at)}
      FROM unnest(${ids}::bigint[]) AS id, generate_series(1, ${viewers}::int) AS viewer`.execute(
    postgres.current.database,
  );
};

test('popularity is computed without the views of deals that were not viewed lately', async () => {
  const { database, connectionString } = postgres.current;
  await insertSources(database);
  const others = await insertDeals(
    database,
    Array.from({ length: 2_000 }, () => aDeal()),
  );
  await insertViews(others, { viewers: 4, daysAgo: 2 });
  const [viewed = 0, formerly = 0] = await insertDeals(database, [
    aDeal(),
    aDeal({ popularity: 3 }),
  ]);
  await insertViews([viewed], { viewers: 10, daysAgo: 0 });
  await vacuum(database, ['deals', 'deal_views']);
  expect(await readChanges({ database, clock })).toEqual([
    { id: viewed, popularity: 2 },
    { id: formerly, popularity: 0 },
  ]);
  for (const table of ['deals', 'deal_views']) {
    const read = await countRowsRead(connectionString, table, (counted) =>
      readChanges({ database: counted, clock }),
    );
    expect(Math.max(...read)).toBeLessThan(100);
  }
});
