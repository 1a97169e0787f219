import type { Selectable, Transaction } from 'kysely';
import type * as calls from '@izgodno/contract/watched-pages/calls';
import {
  MAX_WATCHED_PAGES,
  type WatchedPage,
  type Watched,
} from '@izgodno/contract/watched-pages/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { findOfferOfPage } from '#features/deals/api.ts';
import { storeFavorite } from '#features/engagement/api.ts';
import type { OfferOnPage, PageFailure } from '#features/sources/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { WatchedPagesTable, WatchedPagesTables } from '#schema/watched-pages.ts';
import { applyReading, columnsOf, READ_EVERY_MS } from './apply-reading.ts';
import type { WatchedPagesCall, WatchedPagesContext } from './watched-pages-context.ts';

type WatchRow = Selectable<WatchedPagesTable> &
  Pick<
    Selectable<WatchedPagesTables['page_watches']>,
    'first_amount' | 'first_currency' | 'created_at'
  >;

const present = (row: WatchRow): WatchedPage => ({
  id: String(row.id),
  url: row.url,
  title: row.title,
  merchant: row.merchant,
  ...(row.image_url === null ? {} : { imageUrl: row.image_url }),
  price: { amount: row.price_amount, currency: row.price_currency },
  firstPrice: { amount: row.first_amount, currency: row.first_currency },
  inStock: row.in_stock,
  ...(row.page_end === null ? {} : { end: row.page_end }),
  checkedAt: row.read_at.toISOString(),
  createdAt: row.created_at.toISOString(),
});

/** A user's watched pages, the latest first. */
export const readWatchedPages = async (
  connection: Connection,
  userId: string,
): Promise<WatchedPage[]> => {
  const rows = await connection
    .selectFrom('page_watches')
    .innerJoin('watched_pages', 'watched_pages.id', 'page_watches.page_id')
    .selectAll('watched_pages')
    .select(['first_amount', 'first_currency', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('watched_pages.id', 'desc')
    .execute();
  return rows.map(present);
};

const errors = {
  unreadable: 'link_unreadable',
  forbidden: 'link_forbidden',
  no_product: 'link_without_product',
} as const satisfies Record<PageFailure, string>;

/** Throws why the page cannot be watched. */
const readOffer = async (
  { productPages }: WatchedPagesContext,
  url: string,
): Promise<OfferOnPage> => {
  const reading = await productPages.read(url, new AbortController().signal);
  if (reading.kind === 'none') throw new CallError(errors[reading.why]);
  return reading.offer;
};

/** Ends the user's watch of an earlier product of the page, and makes room for a new one. */
const makeRoom = async (
  transaction: Transaction<Schema>,
  userId: string,
  key: string,
): Promise<void> => {
  await oneAtATime(transaction, `watched pages of ${userId}`);
  await transaction
    .deleteFrom('page_watches')
    .where('user_id', '=', userId)
    .where('page_id', 'in', (query) =>
      query
        .selectFrom('watched_pages')
        .select('id')
        .where('key', '=', key)
        .where('page_end', 'is not', null),
    )
    .execute();
  const { count } = await transaction
    .selectFrom('page_watches')
    .innerJoin('watched_pages', 'watched_pages.id', 'page_watches.page_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((page) => page.or([page('key', '<>', key), page('page_end', 'is not', null)]))
    .executeTakeFirstOrThrow();
  if (count >= MAX_WATCHED_PAGES) throw new CallError('limit_reached');
};

/** Stores the watch, and what was read for those who watch the page already. Returns the page's id. */
const storeWatch = (
  { clock, noticePublisher }: WatchedPagesContext,
  userId: string,
  offer: OfferOnPage,
): Promise<number> =>
  noticePublisher.transaction(async (transaction, notify) => {
    const now = clock.now();
    const { url, key, price } = offer;
    // Two users may begin to watch one page at once.
    await oneAtATime(transaction, `watched page ${key}`);
    const known = await transaction
      .selectFrom('watched_pages')
      .selectAll()
      .where('key', '=', key)
      .where('page_end', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const isKnown =
      known !== undefined &&
      (await applyReading({ transaction, notify, now }, known, { kind: 'offer', offer }));
    const { id } = isKnown
      ? known
      : await transaction
          .insertInto('watched_pages')
          .values({
            url,
            key,
            ...columnsOf(offer),
            read_at: new Date(now),
            failing_since: null,
            due_at: new Date(now + READ_EVERY_MS),
            page_end: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
    await makeRoom(transaction, userId, key);
    await transaction
      .insertInto('page_watches')
      .values({
        user_id: userId,
        page_id: id,
        first_amount: price.amount,
        first_currency: price.currency,
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return id;
  });

/** Reads a shop's page, and watches it; a deal of a source becomes a favourite instead. */
export const watchPage: WatchedPagesCall<typeof calls.watchPage> = async (
  context,
  { body, user, request },
) => {
  const { database, dealLookup } = context;
  const offer = await readOffer(context, body.url);
  const dealId = await findOfferOfPage(database, {
    title: offer.title,
    condition: offer.condition ?? 'new',
    link: offer.url,
  });
  if (dealId !== undefined) {
    await storeFavorite(context, { userId: user.id, ip: request.ip, dealId });
    const [deal] = await dealLookup.read([dealId]);
    if (deal !== undefined) return { watched: { kind: 'deal', deal } satisfies Watched };
  }
  const id = await storeWatch(context, user.id, offer);
  const page = (await readWatchedPages(database, user.id)).find((one) => one.id === String(id));
  // The user removed it meanwhile.
  if (page === undefined) throw new CallError('not_found');
  return { watched: { kind: 'page', page } satisfies Watched };
};

export const listWatchedPages: WatchedPagesCall<typeof calls.listWatchedPages> = async (
  { database },
  { query, user },
) => {
  const pages = await readWatchedPages(database, user.id);
  const { rows, nextCursor } = cutShortList(pages, query, ({ createdAt, id }) => [createdAt, id]);
  return { pages: rows, nextCursor };
};

export const unwatchPage: WatchedPagesCall<typeof calls.unwatchPage> = async (
  { database },
  { params, user },
) => {
  await database
    .deleteFrom('page_watches')
    .where('user_id', '=', user.id)
    .where('page_id', '=', Number(params.id))
    .execute();
  return {};
};
