import type { Selectable, Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { euroCents, type Money } from '@izgodno/contract/common/money';
import type { PageChange } from '@izgodno/contract/notices/notice';
import type { PageEnd } from '@izgodno/contract/watched-pages/calls';
import type { Notify } from '#features/notices/api.ts';
import type { OfferOnPage, PageReading } from '#features/sources/api.ts';
import type { Schema } from '#schema/schema.ts';
import type { WatchedPagesTable } from '#schema/watched-pages.ts';
import { isSameProduct } from './same-product.ts';

/** The time between two readings of a page. */
export const READ_EVERY_MS = 6 * HOUR_MS;
/** How long nothing can be read from a page before it ends; shops have bad days. */
const GIVE_UP_AFTER_MS = 3 * DAY_MS;

export type WatchedPage = Selectable<WatchedPagesTable>;

/** The columns that an offer on the page decides. */
export const columnsOf = ({ title, merchant, images, gtin, mpn, price, inStock }: OfferOnPage) => ({
  title,
  merchant,
  image_url: images[0] ?? null,
  gtin,
  mpn,
  price_amount: price.amount,
  price_currency: price.currency,
  in_stock: inStock,
});

const priceOf = (page: WatchedPage): Money => ({
  amount: page.price_amount,
  currency: page.price_currency,
});

/** What happened to the product since the last reading; availability takes precedence. */
const changeOf = (page: WatchedPage, offer: OfferOnPage): PageChange | null => {
  if (page.in_stock !== offer.inStock)
    return { change: offer.inStock ? 'back_in_stock' : 'sold_out' };
  const oldPrice = priceOf(page);
  return offer.inStock && euroCents(offer.price) < euroCents(oldPrice)
    ? { change: 'price_drop', oldPrice }
    : null;
};

interface Writing {
  readonly transaction: Transaction<Schema>;
  readonly notify: Notify;
  readonly now: number;
}

/** Notifies everyone who watches the page, which is described as it is now. */
const notifyWatchers = async (
  { transaction, notify, now }: Writing,
  page: WatchedPage,
  what: PageChange,
): Promise<void> => {
  const watchers = await transaction
    .selectFrom('page_watches')
    .select('user_id')
    .where('page_id', '=', page.id)
    .execute();
  const { title, url, image_url: imageUrl } = page;
  const about = {
    kind: 'watched_page',
    page: { title, url, price: priceOf(page), ...(imageUrl === null ? {} : { imageUrl }) },
    what,
  } as const;
  const occasion = `watched_page:${page.id}:${what.change}:${now}`;
  await notify(watchers.map(({ user_id: userId }) => ({ userId, occasion, about })));
};

const endPage = async (writing: Writing, page: WatchedPage, end: PageEnd): Promise<void> => {
  await writing.transaction
    .updateTable('watched_pages')
    .set({ page_end: end })
    .where('id', '=', page.id)
    .execute();
  await notifyWatchers(writing, page, { change: end });
};

const applyOffer = async (
  writing: Writing,
  page: WatchedPage,
  offer: OfferOnPage,
): Promise<void> => {
  const columns = columnsOf(offer);
  const what = changeOf(page, offer);
  await writing.transaction
    .updateTable('watched_pages')
    .set({
      ...columns,
      read_at: new Date(writing.now),
      failing_since: null,
      due_at: new Date(writing.now + READ_EVERY_MS),
    })
    .where('id', '=', page.id)
    .execute();
  if (what !== null) await notifyWatchers(writing, { ...page, ...columns }, what);
};

const applyFailure = async (writing: Writing, page: WatchedPage): Promise<void> => {
  const since = page.failing_since?.getTime() ?? writing.now;
  if (writing.now - since >= GIVE_UP_AFTER_MS) return endPage(writing, page, 'unavailable');
  await writing.transaction
    .updateTable('watched_pages')
    .set({ failing_since: new Date(since), due_at: new Date(writing.now + READ_EVERY_MS) })
    .where('id', '=', page.id)
    .execute();
};

/**
 * Stores what was read from a page, which the transaction has locked, together with the notices of
 * it. Returns whether the page still shows the product that its users watch.
 */
export const applyReading = async (
  writing: Writing,
  page: WatchedPage,
  reading: PageReading,
): Promise<boolean> => {
  if (reading.kind === 'none') {
    await applyFailure(writing, page);
    return true;
  }
  if (!isSameProduct(page, reading.offer)) {
    await endPage(writing, page, 'other_product');
    return false;
  }
  await applyOffer(writing, page, reading.offer);
  return true;
};
