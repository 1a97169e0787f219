import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { createNoticePublisher } from '@izgodno/server/features/notices/notice-writer.ts';
import { Publisher } from '@izgodno/server/features/realtime/api.ts';
import { notifyOfMatches } from '@izgodno/server/features/saved-searches/notify-of-matches.ts';
import { PercolatedSearches } from '@izgodno/server/features/saved-searches/percolated-searches.ts';
import type { DealSearch } from '@izgodno/server/features/search/deal-search.ts';
import { recordEvents } from '@izgodno/server/features/webhooks/record-event.ts';
import { createInProcessBus } from '@izgodno/server/platform/bus.ts';
import { systemClock } from '@izgodno/server/platform/clock.ts';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { migrate } from '@izgodno/server/platform/database/migrate.ts';
import { createSessionLocks } from '@izgodno/server/platform/database/session-locks.ts';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '@izgodno/server/platform/logger.ts';
import type { Database, Schema } from '@izgodno/server/schema/schema.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';
import type { BenchOptions } from '../bench.ts';
import { spread } from '../statistics.ts';

/** Changed deals of a page: the changes of a second. */
const CHANGED = 1_000;
/** One member in this many has a webhook. */
const WEBHOOK_EVERY = 100;

/** Members with a search each for one of some models; deals of a page are of these in turn. */
interface Shape {
  readonly brand: string;
  readonly models: number;
}
/** Each search matches one deal of a page, or five. */
const shapes = {
  oneMatchEach: { brand: 'Zefir', models: CHANGED },
  fiveMatchesEach: { brand: 'Kronos', models: CHANGED / 5 },
} satisfies Readonly<Record<string, Shape>>;

const insertMembers = async (database: Database, members: number): Promise<void> => {
  await sql`INSERT INTO sources (id, name, source_group) VALUES ('bench', 'Bench', 'other')`.execute(
    database,
  );
  await sql`
    INSERT INTO users (id, name, email, password_hash, created_at)
    SELECT gen_random_uuid(), 'Member', number || '@izgodno.example', '', now()
      FROM generate_series(1, ${members}::integer) number`.execute(database);
  await sql`
    INSERT INTO webhooks (id, user_id, url, events, secret, state, created_at)
    SELECT gen_random_uuid(), id, 'https://example.com/', '{search.matched}', '', 'enabled', now()
      FROM users WHERE split_part(email, '@', 1)::integer % ${WEBHOOK_EVERY}::integer = 0`.execute(
    database,
  );
  for (const { brand, models } of Object.values(shapes))
    await sql`
      INSERT INTO saved_searches (id, user_id, name, query, checked_at, created_at)
      SELECT gen_random_uuid(), id, ${brand},
             'maxPrice=' || 1000 + number || '&q=' || ${brand}::text || '+AB-' || 1000 + number % ${models}::integer,
             now(), now()
        FROM users, LATERAL (SELECT split_part(email, '@', 1)::integer) AS given (number)`.execute(
      database,
    );
  await sql`VACUUM ANALYZE`.execute(database);
};

const insertDeals = async (
  database: Database,
  { brand, models }: Shape,
  page: number,
): Promise<void> => {
  await sql`
    INSERT INTO deals (source_id, external_id, content_hash, title, category, condition,
                       price_amount, price_currency, price_eur, posted_at, created_at)
    SELECT 'bench', concat_ws('-', ${brand}::text, ${page}::integer, number), '',
           ${brand}::text || ' AB-' || 1000 + number % ${models}::integer, 'electronics', 'new',
           30000, 'EUR', 30000, now(), now()
      FROM generate_series(1, ${CHANGED}::integer) number`.execute(database);
};

/** All matches are certain. */
const search: DealSearch = {
  search: () => Promise.reject(new Error('The index is not asked.')),
  suggest: () => Promise.resolve([]),
};

const openRun = (connectionString: string) => {
  const handle = openDatabase<Schema>({ connectionString });
  const { database, pool } = handle;
  const logger = createLogger('silent');
  const clock = systemClock;
  const noticePublisher = createNoticePublisher({
    database,
    clock,
    locks: createSessionLocks(pool),
    logger,
    mailer: {
      enabled: true,
      send: () => Promise.resolve(),
      verify: () => Promise.resolve(),
      close: () => {},
    },
    pusher: { publicKey: 'key', send: () => Promise.resolve('sent') },
    publisher: new Publisher(createInProcessBus(logger)),
    siteName: 'Bench',
    baseUrl: 'https://example.com',
  });
  const jobs = { enqueue: () => Promise.resolve() };
  const searches = new PercolatedSearches(database);
  const run = () =>
    notifyOfMatches(
      {
        database,
        clock,
        search,
        noticePublisher,
        recordEvents: (...given) => recordEvents({ clock, jobs }, ...given),
      },
      searches,
    );
  return { database, run, close: () => handle.close() };
};

const countMatches = async (database: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM saved_search_matches`.execute(database);
  return rows[0]?.count ?? 0;
};

/** A run for one page of changes. */
interface MeasuredRun {
  readonly seconds: number;
  /** Of this process; the database's are others. */
  readonly processorSeconds: number;
  readonly matches: number;
}

const measureRun = async (
  { database, run }: Pick<ReturnType<typeof openRun>, 'database' | 'run'>,
  shape: Shape,
  page: number,
): Promise<MeasuredRun> => {
  await insertDeals(database, shape, page);
  const before = await countMatches(database);
  const processor = process.cpuUsage();
  const began = performance.now();
  await run();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(processor);
  const matches = (await countMatches(database)) - before;
  return { seconds, processorSeconds: (user + system) / 1_000_000, matches };
};

const summarise = (runs: readonly MeasuredRun[]) => ({
  matches: spread(runs.map(({ matches }) => matches)),
  seconds: spread(runs.map(({ seconds }) => seconds)),
  processorSeconds: spread(runs.map(({ processorSeconds }) => processorSeconds)),
});

/**
 * Whole runs of saved searches on an embedded PostgreSQL, each for a page of new deals. The first page
 * writes a notice for each search, and the later ones add to these.
 */
export const measureStoredMatches = async ({ size = 20_000, runs = 5, say }: BenchOptions) => {
  const directory = await makeTemporaryFolder('izgodno-bench-matches-');
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  try {
    await migrate(postgres.connectionString);
    const opened = openRun(postgres.connectionString);
    await insertMembers(opened.database, size);
    // Changes are read from the first run on, and the second one reads the searches.
    await opened.run();
    await opened.run();
    const measured = new Map<string, MeasuredRun[]>();
    for (const [name, shape] of Object.entries(shapes)) {
      for (let page = 0; page <= runs; page += 1) {
        const of = `${name}${page === 0 ? 'NewNotices' : 'JoinedNotices'}`;
        const one = await measureRun(opened, shape, page);
        measured.set(of, [...(measured.get(of) ?? []), one]);
        say(`${of}: ${one.matches} matches in ${one.seconds} s`);
      }
    }
    await opened.close();
    const pages = [...measured].map(([name, of]) => [name, summarise(of)] as const);
    return { members: size, changed: CHANGED, ...Object.fromEntries(pages) };
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
