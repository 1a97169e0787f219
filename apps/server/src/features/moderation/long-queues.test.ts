import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { countRowsRead, vacuum } from '#test/rows-read.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { findReportedSubjects } from './member-reports.ts';
import { findReportedDeals } from './reports.ts';

const OPEN = 2_000;
const PAGE = 20;
const postgres = useTestDatabase();

// Each of many deals and members is reported twice, at times that differ.
beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  const deals = await insertDeals(
    database,
    Array.from({ length: OPEN }, () => aDeal()),
  );
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), 'Many', 'many-' || i || '@example.com', '', now()
      FROM generate_series(1, ${OPEN}::int) AS i`.execute(database);
  await sql`
    WITH reporters AS (SELECT id, row_number() OVER () AS place FROM users LIMIT 2),
    members AS (
      INSERT INTO member_reports (id, user_id, subject_id, reporter_id, reason, note, created_at)
      SELECT gen_random_uuid(), users.id, users.id, reporters.id, 'spam', '',
             timestamptz '2026-11-01' + interval '1 s' * (place * row_number() OVER ())
        FROM users, reporters
    )
    INSERT INTO deal_reports (id, deal_id, reporter_id, reason, note, created_at)
    SELECT gen_random_uuid(), deal, reporters.id, 'spam', '',
           timestamptz '2026-11-01' + interval '1 s' * (place * row_number() OVER ())
      FROM unnest(${deals}::bigint[]) AS deal, reporters`.execute(database);
  await vacuum(database, ['users', 'deals', 'deal_reports', 'member_reports']);
});

test('a page of reported deals is read without the others', async () => {
  const { connectionString } = postgres.current;
  const after: [number, number] = [Date.parse('2026-11-01T00:10:00Z'), 0];
  for (const cursor of [null, after]) {
    const read = await countRowsRead(connectionString, 'deal_reports', (database) =>
      findReportedDeals(database, cursor, PAGE),
    );
    expect(Math.max(...read)).toBeLessThan(10 * PAGE);
  }
});

test('a page of reported members is read without the others', async () => {
  const { connectionString } = postgres.current;
  const after = {
    at: new Date('2026-11-01T00:10:00Z'),
    id: '00000000-0000-7000-8000-000000000000',
  };
  for (const cursor of [null, after]) {
    const read = await countRowsRead(connectionString, 'member_reports', (database) =>
      findReportedSubjects(database, cursor, PAGE),
    );
    expect(Math.max(...read)).toBeLessThan(10 * PAGE);
  }
});
