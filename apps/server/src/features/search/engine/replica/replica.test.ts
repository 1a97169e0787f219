import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { everyDeal } from '../../deal-search.ts';
import { aDeal, insertDeals, updateDeal, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { Replica, SETTLE_TIME } from './replica.ts';

const postgres = useTestDatabase();
let now = 0;

const load = async (): Promise<Replica> => {
  const options = { database: postgres.current.database, clock: { now: () => now } };
  const replica = await Replica.load(options, () => true);
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
  now = 0;
});

test('loads the live deals and follows inserts, updates and removals', async () => {
  const { database } = postgres.current;
  const [kept = 0, removed = 0] = await insertDeals(database, [
    aDeal({ title: 'Red sofa' }),
    aDeal({ title: 'Blue sofa' }),
    aDeal({ title: 'Sold sofa', status: 'sold' }),
  ]);
  const replica = await load();
  expect(totalOf(replica, 'sofa')).toBe(2);

  await changeTitle(kept, 'Red chair');
  await insertDeals(database, [aDeal({ title: 'Green sofa' })]);
  await updateDeal(database, removed, { deleted_at: '2026-05-01' });
  expect(await replica.follow()).toBe(3);
  expect(totalOf(replica, 'sofa')).toBe(1);
  expect(totalOf(replica, 'chair')).toBe(1);
  expect(await replica.follow()).toBe(0);
});

test.each(['insert', 'update', 'removal'])(
  'finds a late %s whose change number was overtaken',
  async (kind) => {
    const { database, pool } = postgres.current;
    const [id = 0] = await insertDeals(database, [aDeal({ title: 'Old sofa' })]);
    const replica = await load();
    const slow = await pool.connect();
    try {
      await slow.query('BEGIN');
      if (kind === 'insert') {
        await slow.query(
          `INSERT INTO deals (source_id, external_id, content_hash, title, category, condition, price_amount, price_currency, price_eur, posted_at)
           VALUES ('shop', 'late', '', 'Late sofa', 'other', 'new', 1, 'EUR', 1, now())`,
        );
      } else {
        await slow.query(
          `UPDATE deals SET title = 'Late sofa', status = $2, change_seq = nextval('deal_change_seq') WHERE id = $1`,
          [id, kind === 'update' ? 'active' : 'sold'],
        );
      }
      await insertDeals(database, [aDeal({ title: 'Quick sofa' })]);
      expect(await replica.follow()).toBe(1);
      await slow.query('COMMIT');
    } finally {
      slow.release();
    }

    expect(await replica.follow()).toBe(0);
    expect(await replica.reconcile()).toBe(1);
    expect(totalOf(replica, 'late')).toBe(kind === 'removal' ? 0 : 1);
    expect(totalOf(replica, 'old')).toBe(kind === 'insert' ? 1 : 0);
    expect(await replica.reconcile()).toBe(0);
  },
);

test('compares all versions once after loading, for transactions open at its start', async () => {
  const { database, pool } = postgres.current;
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await slow.query(
    `INSERT INTO deals (source_id, external_id, content_hash, title, category, condition, price_amount, price_currency, price_eur, posted_at)
     VALUES ('shop', 'late', '', 'Late sofa', 'other', 'new', 1, 'EUR', 1, now())`,
  );
  await insertDeals(database, [aDeal({ title: 'Quick sofa' })]);
  const replica = await load();
  await slow.query('COMMIT');
  slow.release();

  await replica.follow();
  now = SETTLE_TIME;
  await replica.reconcile();
  expect(totalOf(replica, 'sofa')).toBe(2);
  expect(replica.followed.settledVersion).toBe(replica.followed.lastVersion);
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

test('a number counts as settled only once it was seen long enough ago', async () => {
  const { database } = postgres.current;
  await insertDeals(database, [aDeal()]);
  const replica = await load();
  const loaded = replica.followed.lastVersion;
  now = 10_000;
  await insertDeals(database, [aDeal()]);
  await replica.follow();

  now = SETTLE_TIME;
  await replica.reconcile();
  expect(replica.followed.settledVersion).toBe(loaded);
  now = 10_000 + SETTLE_TIME;
  await replica.reconcile();
  expect(replica.followed.settledVersion).toBe(loaded + 1);
});
