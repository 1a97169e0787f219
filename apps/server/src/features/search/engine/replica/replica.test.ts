import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { everyDeal } from '../../deal-search.ts';
import { aDeal, insertDeals, updateDeal, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { countUnread } from './changes.ts';
import { PositionLostError, Replica } from './replica.ts';

const postgres = useTestDatabase();

const load = async (): Promise<Replica> => {
  const replica = await Replica.load({ database: postgres.current.database }, () => true);
  if (replica === null) throw new Error('loading was cancelled');
  return replica;
};

const changeTitle = (id: number, title: string) =>
  updateDeal(postgres.current.database, id, { title });

const totalOf = (replica: Replica, text: string) =>
  replica.index.search({ ...everyDeal, text }, 10, null).total;

beforeEach(async () => {
  const { database } = postgres.current;
  await sql`TRUNCATE sources CASCADE`.execute(database);
  await insertSources(database);
});

test('loads the live deals and follows inserts, updates and removals', async () => {
  const { database } = postgres.current;
  const [remaining = 0, removed = 0] = await insertDeals(database, [
    aDeal({ title: 'Red sofa' }),
    aDeal({ title: 'Blue sofa' }),
    aDeal({ title: 'Sold sofa', status: 'sold' }),
  ]);
  const replica = await load();
  expect(totalOf(replica, 'sofa')).toBe(2);

  await changeTitle(remaining, 'Red chair');
  await insertDeals(database, [aDeal({ title: 'Green sofa' })]);
  await updateDeal(database, removed, { deleted_at: '2026-05-01' });
  expect(await replica.follow()).toBe(3);
  expect(totalOf(replica, 'sofa')).toBe(1);
  expect(totalOf(replica, 'chair')).toBe(1);
  expect(await replica.follow()).toBe(0);
});

const INSERT_LATE = `
  INSERT INTO deals (source_id, external_id, content_hash, title, category, condition, price_amount, price_currency, price_eur, posted_at)
  VALUES ('shop', 'late', '', 'Late sofa', 'other', 'new', 1, 'EUR', 1, now())`;

/** Runs a statement in a transaction that stays open until `commit`. */
const beginWith = async (statement: string, values: readonly unknown[] = []) => {
  const slow = await postgres.current.pool.connect();
  await slow.query('BEGIN');
  await slow.query(statement, [...values]);
  return {
    commit: async () => {
      await slow.query('COMMIT');
      slow.release();
    },
  };
};

test.each(['insert', 'update', 'removal'])(
  'finds a late %s, however many changes and positions have overtaken it',
  async (kind) => {
    const { database } = postgres.current;
    const [id = 0] = await insertDeals(database, [aDeal({ title: 'Old sofa' })]);
    const replica = await load();
    const slow =
      kind === 'insert'
        ? await beginWith(INSERT_LATE)
        : await beginWith(
            `UPDATE deals SET title = 'Late sofa', status = $2, change_seq = nextval('deal_change_seq') WHERE id = $1`,
            [id, kind === 'update' ? 'active' : 'sold'],
          );
    for (let round = 0; round < 3; round += 1) {
      await insertDeals(database, [aDeal({ title: 'Quick sofa' })]);
      // An open transaction delays no other, and nothing is read twice because of it.
      expect(await replica.follow()).toBe(1);
      expect(await replica.follow()).toBe(0);
    }
    await slow.commit();

    expect(await replica.follow()).toBe(1);
    expect(totalOf(replica, 'late')).toBe(kind === 'removal' ? 0 : 1);
    expect(totalOf(replica, 'old')).toBe(kind === 'insert' ? 1 : 0);
    expect(await replica.follow()).toBe(0);
  },
);

test('finds what a transaction commits that was open while the index was loaded', async () => {
  const slow = await beginWith(INSERT_LATE);
  await insertDeals(postgres.current.database, [aDeal({ title: 'Quick sofa' })]);
  const replica = await load();
  await slow.commit();
  await replica.follow();
  expect(totalOf(replica, 'sofa')).toBe(2);
});

test('finds a change by a writer that only takes a number, as the former release did', async () => {
  const { database } = postgres.current;
  const [id = 0] = await insertDeals(database, [aDeal({ title: 'Old sofa' })]);
  const replica = await load();
  await sql`UPDATE deals SET title = 'New sofa', change_seq = nextval('deal_change_seq') WHERE id = ${id}`.execute(
    database,
  );
  expect(await replica.follow()).toBe(1);
  expect(totalOf(replica, 'new')).toBe(1);
});

test.each([
  ['a failover to another timeline', { timeline: '0000000F' }],
  ['a database with fewer transactions', { snapshot: '9007199254740000:9007199254740000:' }],
])('an index does not follow %s', async (_, difference) => {
  const replica = await load();
  const other = Replica.resume(
    replica.index,
    { ...replica.position, ...difference },
    { database: postgres.current.database },
  );
  await expect(other.follow()).rejects.toThrow(PositionLostError);
});

test('counts the deals whose changes it has not read', async () => {
  const { database } = postgres.current;
  const replica = await load();
  const { snapshot } = replica.position;
  expect(await countUnread(database, snapshot)).toBe(0);
  await insertDeals(database, [aDeal(), aDeal()]);
  expect(await countUnread(database, snapshot)).toBe(2);
  await replica.follow();
  expect(await countUnread(database, replica.position.snapshot)).toBe(0);
});

test('reads changes by an index, without sorting', async () => {
  const { database } = postgres.current;
  const { rows } = await database.transaction().execute(async (transaction) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
    return sql<Record<string, string>>`
      EXPLAIN SELECT id FROM deals d WHERE d.change_xid >= '5'::xid8 AND d.change_xid < '9'::xid8
         AND (d.change_xid, d.id) > ('6'::xid8, 3) ORDER BY d.change_xid, d.id LIMIT 10`.execute(
      transaction,
    );
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('deals_change_xid');
  expect(plan).not.toContain('Sort');
});

test('a row that cannot be read is left out and blocks nothing', async () => {
  const { database } = postgres.current;
  const [broken = 0] = await insertDeals(database, [
    aDeal({ title: 'Strange sofa' }),
    aDeal({ title: 'Plain sofa' }),
  ]);
  await sql`UPDATE deals SET category = 'given-up', change_seq = nextval('deal_change_seq') WHERE id = ${broken}`.execute(
    database,
  );
  const replica = await load();
  expect(totalOf(replica, 'sofa')).toBe(1);
  await insertDeals(database, [aDeal({ title: 'New sofa' })]);
  await replica.follow();
  expect(totalOf(replica, 'sofa')).toBe(2);
});

test('reads more changes than one batch, each deal in its last version', async () => {
  const { database } = postgres.current;
  const replica = await load();
  const some = () =>
    insertDeals(
      database,
      Array.from({ length: 1_500 }, () => aDeal()),
    );
  const ids = [...(await some()), ...(await some()), ...(await some())];
  await changeTitle(ids[0] ?? 0, 'Red sofa');
  expect(await replica.follow()).toBe(4_500);
  expect(replica.index.size).toBe(4_500);
  expect(totalOf(replica, 'sofa')).toBe(1);
});
