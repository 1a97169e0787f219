import { Readable } from 'node:stream';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectedCounts, generateFeed, type FeedOptions } from '#test/generate-feed.ts';
import {
  feedOf,
  importFrom,
  readReport,
  useFolder,
  writeFeedFile,
  type ImportChoices,
  type Offer,
} from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

const generated = async (name: string, options: FeedOptions): Promise<string> => {
  const file = path.join(folder.path, name);
  await pipeline(Readable.from(generateFeed(options)), createWriteStream(file));
  return file;
};

const importFile = (file: string, choices?: ImportChoices) =>
  importFrom(database.current, folder.path, file, choices);

const importOffers = async (
  sourceId: string,
  offers: readonly Offer[],
  choices?: ImportChoices,
) => {
  const file = await writeFeedFile(folder.path, `${sourceId}.xml`, feedOf(offers));
  const { counts } = await importFile(file, { sourceId, ...choices });
  return counts;
};

const dealsOf = (sourceId: string) =>
  database.current.database
    .selectFrom('deals')
    .select(['external_id', 'title', 'status', 'price_amount', 'deleted_at', 'change_seq', 'id'])
    .where('source_id', '=', sourceId)
    .orderBy('external_id')
    .execute();

const pricesOf = async (sourceId: string) => {
  const rows = await database.current.database
    .selectFrom('price_observations')
    .innerJoin('deals', 'deals.id', 'price_observations.deal_id')
    .select(['deals.external_id', 'price_observations.price_amount'])
    .where('deals.source_id', '=', sourceId)
    .orderBy('deals.external_id')
    .orderBy('price_observations.observed_at')
    .execute();
  return rows.map((row) => [row.external_id, row.price_amount]);
};

describe('a feed of 5,000 rows with 1 % of each kind of dirt', () => {
  const options: FeedOptions = { rows: 5_000, dirtEvery: 100 };
  const expected = expectedCounts(options);
  const rejectedTotal = Object.values(expected.rejected).reduce((sum, count) => sum + count, 0);
  const nothing = { inserted: 0, updated: 0, unchanged: 0, removed: 0 };
  const always = { rows: 5_000, rejected: rejectedTotal, duplicates: expected.duplicates };

  test('has the right counts and every rejected row with its reason', async () => {
    const file = await generated('dirty.xml', options);
    const { counts, sourceId, reportPath } = await importFile(file);
    expect(sourceId).toBe('shop.example.bg');
    expect(counts).toEqual({ ...nothing, ...always, inserted: expected.accepted });

    const report = await readReport(reportPath);
    const reasons: Record<string, number> = {};
    for (const { reason } of report) reasons[reason] = (reasons[reason] ?? 0) + 1;
    expect(reasons).toEqual(expected.rejected);
    expect(report.find(({ reason }) => reason === 'currency_unsupported')).toMatchObject({
      id: expect.stringMatching(/^BG-\d+$/),
      detail: '15.00 USD',
    });
    expect(await pricesOf(sourceId)).toHaveLength(expected.accepted);
  });

  test('cleans what can be cleaned', async () => {
    const rows = await database.current.database
      .selectFrom('deals')
      .select([
        'external_id',
        'title',
        'description',
        'link',
        'media',
        'price_amount',
        'price_currency',
        'price_eur',
        'original_amount',
        'discount_percent',
        'category',
        'merchant',
      ])
      .where('source_id', '=', 'shop.example.bg')
      .where('external_id', 'in', [
        'BG-100',
        'BG-102',
        'BG-104',
        'BG-107',
        'BG-108',
        'BG-110',
        'BG-112',
        'BG-113',
      ])
      .execute();
    const deals = new Map(rows.map((row) => [row.external_id, row]));
    expect(deals.get('BG-100')).toMatchObject({
      price_amount: 38_040_698,
      price_currency: 'BGN',
      price_eur: 19_449_900,
      merchant: 'Пробен магазин',
    });
    expect(deals.get('BG-102')).toMatchObject({ price_amount: 38_999_800, price_currency: 'EUR' });
    expect(deals.get('BG-104')).toMatchObject({
      price_amount: 5_500,
      original_amount: 9_900,
      discount_percent: null,
    });
    expect(deals.get('BG-107')).toMatchObject({ price_amount: 100 });
    expect(deals.get('BG-108')?.media).toEqual([]);
    expect(deals.get('BG-110')?.link).toBe('https://shop.example.bg/p/110');
    expect(deals.get('BG-112')?.title).toMatch(/ "Люкс"$/);
    expect(deals.get('BG-113')?.description).toBe('Кожа и вълна\n42');
  });

  test('changes no row when imported again', async () => {
    const before = await dealsOf('shop.example.bg');
    const { counts } = await importFile(await generated('dirty.xml', options));
    expect(counts).toEqual({ ...nothing, ...always, unchanged: expected.accepted });
    expect(await dealsOf('shop.example.bg')).toEqual(before);
    expect(await pricesOf('shop.example.bg')).toHaveLength(expected.accepted);
  });

  test('with new prices updates those rows and records their prices', async () => {
    // Of every 50th row, the even hundreds have a special price that repricing does not change.
    const { counts } = await importFile(
      await generated('repriced.xml', { ...options, repriceEvery: 50 }),
    );
    expect(counts).toEqual({
      ...nothing,
      ...always,
      updated: 50,
      unchanged: expected.accepted - 50,
    });
    expect(await pricesOf('shop.example.bg')).toHaveLength(expected.accepted + 50);
  });
});

describe('a source imported again', () => {
  test('removes missing deals, and restores them when they return', async () => {
    const first = [
      { id: 'a', price: '1.00 EUR' },
      { id: 'b', price: '2.00 EUR' },
      { id: 'c', price: '3.00 EUR' },
    ];
    expect(await importOffers('again', first)).toMatchObject({ inserted: 3 });
    const [a, b] = await dealsOf('again');

    expect(
      await importOffers('again', [
        { id: 'a', price: '1.00 EUR' },
        { id: 'c', price: '3.50 EUR' },
      ]),
    ).toMatchObject({
      inserted: 0,
      updated: 1,
      unchanged: 1,
      removed: 1,
    });
    const [staying, removedB] = await dealsOf('again');
    expect(staying).toEqual(a);
    expect(removedB).toMatchObject({ status: 'deleted', deleted_at: expect.any(Date) });
    expect(removedB?.change_seq).toBeGreaterThan(b?.change_seq ?? Number.NaN);

    expect(await importOffers('again', first)).toMatchObject({
      inserted: 0,
      updated: 2,
      unchanged: 1,
      removed: 0,
    });
    const revived = await dealsOf('again');
    expect(revived.map((deal) => deal.status)).toEqual(['active', 'active', 'active']);
    expect(revived[1]).toMatchObject({ id: b?.id, deleted_at: null });
    expect(revived[1]?.change_seq).toBeGreaterThan(removedB?.change_seq ?? Number.NaN);
    expect(await pricesOf('again')).toEqual([
      ['a', 100],
      ['b', 200],
      ['c', 300],
      ['c', 350],
      ['c', 300],
    ]);
  });

  test('a removed row is not removed twice', async () => {
    await importOffers('once', [
      { id: 'a', price: '1' },
      { id: 'b', price: '1' },
    ]);
    expect(await importOffers('once', [{ id: 'a', price: '1' }])).toMatchObject({ removed: 1 });
    expect(await importOffers('once', [{ id: 'a', price: '1' }])).toMatchObject({
      removed: 0,
      unchanged: 1,
    });
  });

  test('a row that cannot be used keeps its deal as it was', async () => {
    await importOffers('spoilt', [
      { id: 'a', price: '1' },
      { id: 'b', price: '1' },
    ]);
    expect(
      await importOffers('spoilt', [
        { id: 'a', price: '1' },
        { id: 'b', price: '1 USD' },
      ]),
    ).toMatchObject({
      removed: 0,
      rejected: 1,
      unchanged: 1,
    });
    expect(await dealsOf('spoilt')).toMatchObject([{ price_amount: 100 }, { price_amount: 100 }]);
  });

  test('many rows without a readable id hold every withdrawal back', async () => {
    const offers = Array.from({ length: 500 }, (_, at) => ({ id: `n-${at}`, price: '1' }));
    await importOffers('nameless', offers);
    const damaged = feedOf(offers).replace(/<g:id>n-1\d\d<\/g:id>/g, '<g:id></g:id>');
    const file = await writeFeedFile(folder.path, 'nameless.xml', damaged);
    expect(await importFile(file, { sourceId: 'nameless' })).toMatchObject({
      counts: { removed: 0, rejected: 100 },
      note: { code: 'WITHDRAWALS_HELD_BACK', detail: expect.stringContaining('100 of 500') },
    });
    expect(
      (await importFile(file, { sourceId: 'nameless', allowShrink: true })).counts,
    ).toMatchObject({ removed: 100 });
  });

  test('a field that is too long costs its row only', async () => {
    const file = await writeFeedFile(
      folder.path,
      'long.xml',
      feedOf([
        { id: 'a', price: '1', title: 'x'.repeat(2_000_000) },
        { id: 'b', price: '1' },
      ]),
    );
    const { counts, reportPath } = await importFile(file, { sourceId: 'long' });
    expect(counts).toMatchObject({ inserted: 1, rejected: 1 });
    expect(await readReport(reportPath)).toMatchObject([{ id: 'a', reason: 'field_too_long' }]);
  });

  test('links and images relative to the shop, and titles with scripts, are read', async () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Магазин</title><link href="https://s.example.bg/shop/"/>
      <entry><id>a</id><title>&lt;script&gt;alert(1)&lt;/script&gt;Чайник</title><link href="/teapot"/><image_link>/teapot.jpg</image_link><price>10 EUR</price></entry></feed>`;
    await importFile(await writeFeedFile(folder.path, 'atom.xml', feed), { sourceId: 'atom' });
    const { rows } = await database.current.pool.query(
      `SELECT title, link, media FROM deals WHERE source_id = 'atom'`,
    );
    const media = [{ url: 'https://s.example.bg/teapot.jpg', kind: 'image' }];
    expect(rows).toEqual([{ title: 'Чайник', link: 'https://s.example.bg/teapot', media }]);
  });

  test('a source has the name of its feed, as one short line', async () => {
    const name = `&lt;b&gt;Магазин&lt;/b&gt; &amp;amp; син ${'х'.repeat(500)}`;
    const feed = feedOf([{ id: 'a', price: '1' }]).replace('Магазин', name);
    await importFile(await writeFeedFile(folder.path, 'named.xml', feed), { sourceId: 'named' });
    const { rows } = await database.current.pool.query(
      `SELECT name FROM sources WHERE id = 'named'`,
    );
    expect(rows).toEqual([{ name: `Магазин & син ${'х'.repeat(106)}` }]);
  });

  test('homes have their facts and their town', async () => {
    const title = 'Двустаен под наем, 65 кв.м, кв. Лозенец, София';
    const offers = [
      { id: 'home', price: '600', title },
      { id: 'fork', price: '15', title: 'Вила за сено' },
    ];
    await importOffers('homes', offers);
    const { rows } = await database.current.pool.query(
      `SELECT location_id, details FROM deals WHERE source_id = 'homes' ORDER BY id`,
    );
    const details = {
      kind: 'real-estate',
      area: 65,
      rooms: 2,
      district: 'Лозенец',
      offer: 'rent',
    };
    expect(rows).toEqual([
      { location_id: 'sofia', details },
      { location_id: null, details: null },
    ]);
  });

  test('the first of two rows with one id counts', async () => {
    const offers = [
      { id: 'a', price: '1' },
      { id: 'a', price: '2' },
      { id: 'b', price: '1' },
    ];
    expect(await importOffers('twice', offers)).toMatchObject({ inserted: 2, duplicates: 1 });
    expect(await importOffers('twice', offers)).toMatchObject({ unchanged: 2, duplicates: 1 });
    expect((await dealsOf('twice'))[0]?.price_amount).toBe(100);
  });

  test('sources do not affect each other', async () => {
    await importOffers('left', [{ id: 'a', price: '1' }]);
    await importOffers('right', [
      { id: 'a', price: '2' },
      { id: 'b', price: '2' },
    ]);
    const { pool } = database.current;
    // Of two that were killed, only the one of the source is known to have ended.
    await pool.query(
      `INSERT INTO import_runs (source_id, origin) VALUES ('left', 'killed'), ('right', 'killed')`,
    );
    await importOffers('right', [{ id: 'b', price: '2' }]);
    expect(await dealsOf('left')).toMatchObject([{ status: 'active', price_amount: 100 }]);
    const { rows } = await pool.query(
      `SELECT status, error_code FROM import_runs WHERE origin = 'killed' ORDER BY source_id`,
    );
    expect(rows).toEqual([
      { status: 'running', error_code: null },
      { status: 'failed', error_code: 'IMPORT_INTERRUPTED' },
    ]);
  });

  test('the end of a sale is a change', async () => {
    const feed = `<rss><channel><item><id>a</id><title>x</title><link>https://s.example.bg/a</link><price>10 EUR</price>
      <sale_price>6 EUR</sale_price><sale_price_effective_date>2026-11-20/2026-11-22</sale_price_effective_date></item></channel></rss>`;
    const file = await writeFeedFile(folder.path, 'sale.xml', feed);
    const at = (now: string) => importFile(file, { sourceId: 'sale', now: Date.parse(now) });
    await at('2026-11-21T10:00:00Z');
    expect((await at('2026-11-21T12:00:00Z')).counts).toMatchObject({ unchanged: 1 });
    expect((await at('2026-11-23T12:00:00Z')).counts).toMatchObject({ updated: 1 });
    expect(await pricesOf('sale')).toEqual([
      ['a', 600],
      ['a', 1_000],
    ]);
  });
});

describe('a feed that shrinks', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ id: `id-${at}`, price: '5 EUR' }));

  test('by 90 % is rejected until it is allowed', async () => {
    await importOffers('shrinking', many);
    const before = await dealsOf('shrinking');
    await expect(importOffers('shrinking', many.slice(0, 4))).rejects.toMatchObject({
      code: 'FEED_SHRUNK',
    });
    expect(await dealsOf('shrinking')).toEqual(before);
    const run = await database.current.pool.query(
      `SELECT status, error_code FROM import_runs WHERE source_id = 'shrinking' ORDER BY id DESC LIMIT 1`,
    );
    expect(run.rows).toEqual([{ status: 'held_back', error_code: 'FEED_SHRUNK' }]);

    expect(await importOffers('shrinking', many.slice(0, 4), { allowShrink: true })).toMatchObject({
      unchanged: 4,
      removed: 36,
    });
  });

  test('by less is imported', async () => {
    await importOffers('thinning', many);
    expect(await importOffers('thinning', many.slice(0, 5))).toMatchObject({
      unchanged: 5,
      removed: 35,
    });
  });
});

test('a source remembers when it was last read to its end', async () => {
  await importOffers('remembered', [{ id: 'a', price: '1' }]);
  const source = await database.current.database
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', 'remembered')
    .executeTakeFirstOrThrow();
  expect(source).toMatchObject({
    name: 'Магазин',
    source_group: 'other',
    checked_at: expect.any(Date),
  });
});

test('of two concurrent imports of one source the second is rejected', async () => {
  const holder = await database.current.pool.connect();
  await holder.query(`SELECT pg_advisory_lock(hashtextextended('import:busy', 0))`);
  await expect(importOffers('busy', [{ id: 'a', price: '1' }])).rejects.toMatchObject({
    code: 'IMPORT_RUNNING',
  });
  holder.release(true);
  await expect
    .poll(() => importOffers('busy', [{ id: 'a', price: '1' }]).catch(() => null))
    .toMatchObject({ inserted: 1 });
});

test.each(['', 'With Capitals', '-dash', 'x'.repeat(65)])(
  '%j names no source',
  async (sourceId) => {
    const file = await writeFeedFile(folder.path, 'named.xml', feedOf([]));
    await expect(importFile(file, { sourceId })).rejects.toMatchObject({
      code: 'SOURCE_NAME_INVALID',
    });
  },
);
