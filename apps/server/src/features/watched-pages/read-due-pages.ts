import { sql } from 'kysely';
import * as z from 'zod/mini';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { createSemaphore } from '#platform/semaphore.ts';
import { applyReading, READ_EVERY_MS } from './apply-reading.ts';
import type { WatchedPagesContext } from './watched-pages-context.ts';

/** Pages that one run takes at a time. */
const BATCH = 40;
/** Hosts that are read at the same time; pages of one host follow each other. */
const HOSTS_AT_ONCE = 8;
/**
 * How long the taken pages belong to a run. If the process is killed, another run takes them after
 * this; a reading takes at most 20 s, so that of a whole batch on one host at most 14 min.
 */
const LEASE_MS = 20 * MINUTE_MS;

type ReadingContext = Pick<
  WatchedPagesContext,
  'database' | 'clock' | 'noticePublisher' | 'productPages'
>;

const takenSchema = z.array(z.object({ id: z.int(), url: z.string() }));
type TakenPage = z.infer<typeof takenSchema>[number];

/**
 * Takes pages that are due, each for one run only. Also those whose reading was scheduled by a clock
 * that was ahead: no wait is twice as long as the time between two readings.
 */
const takeDue = async ({ database, clock }: ReadingContext): Promise<readonly TakenPage[]> => {
  const now = clock.now();
  const { rows } = await sql`
    UPDATE watched_pages SET due_at = ${new Date(now + LEASE_MS)}
     WHERE id IN (
       SELECT id FROM watched_pages
        WHERE (due_at <= ${new Date(now)} OR due_at > ${new Date(now + 2 * READ_EVERY_MS)})
          AND page_end IS NULL
        ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, url`.execute(database);
  return expectShape(takenSchema, rows);
};

/** Erases a page without users who watch it. Returns whether it did. */
const eraseUnwatched = ({ database }: ReadingContext, id: number): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    // With the row locked no one begins to watch it, and the next statement sees all who did.
    await sql`SELECT FROM watched_pages WHERE id = ${id} FOR UPDATE`.execute(transaction);
    const { numDeletedRows } = await transaction
      .deleteFrom('watched_pages')
      .where('id', '=', id)
      .where((page) =>
        page.not(
          page.exists(page.selectFrom('page_watches').select('user_id').where('page_id', '=', id)),
        ),
      )
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });

/** Erases the pages that are no longer read and that no user watches. */
export const eraseEnded = async ({ database }: Pick<ReadingContext, 'database'>): Promise<void> => {
  await sql`
    DELETE FROM watched_pages AS p
     WHERE page_end IS NOT NULL
       AND NOT EXISTS (SELECT FROM page_watches WHERE page_id = p.id)`.execute(database);
};

const readTaken = async (
  context: ReadingContext,
  { id, url }: TakenPage,
  signal: AbortSignal,
): Promise<void> => {
  if (await eraseUnwatched(context, id)) return;
  const reading = await context.productPages.read(url, signal);
  await context.noticePublisher.transaction(async (transaction, notify) => {
    const page = await transaction
      .selectFrom('watched_pages')
      .selectAll()
      .where('id', '=', id)
      .where('page_end', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (page === undefined) return;
    await applyReading({ transaction, notify, now: context.clock.now() }, page, reading);
  });
};

/**
 * Reads every page that is due, and notifies its users of what changed. What was read is stored in
 * the transaction that writes the notices, so that each user is notified once, also if the process
 * is killed in between.
 */
export const readDuePages = async (context: ReadingContext, signal: AbortSignal): Promise<void> => {
  const hosts = createSemaphore(HOSTS_AT_ONCE);
  let taken = await takeDue(context);
  while (taken.length > 0) {
    const byHost = Map.groupBy(taken, ({ url }) => new URL(url).host);
    await Promise.all(
      [...byHost.values()].map((pages) =>
        hosts.run(async () => {
          for (const page of pages) await readTaken(context, page, signal);
        }),
      ),
    );
    signal.throwIfAborted();
    taken = await takeDue(context);
  }
};
