import { sql, type Transaction } from 'kysely';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { WebhookEvent } from '@izgodno/contract/webhooks/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { isInRange, type TransactionRange } from '#platform/database/transaction-position.ts';
import { readUnreadChanges } from '#features/deals/api.ts';
import type { DealsTable } from '#schema/deals.ts';
import type { Schema } from '#schema/schema.ts';
import { recordEvents, type UserEvent } from './record-event.ts';
import type { WebhooksContext } from './webhooks-context.ts';

type DealEvent = Extract<WebhookEvent, `deal.${string}`>;

const READER = 'webhooks';
/** Deals per transaction. */
const BATCH = 500;

/** What readers see of a deal, and its end, which its owner sets. */
const SEEN = [
  'title',
  'description',
  'price_amount',
  'price_currency',
  'original_amount',
  'delivery_eur',
  'delivery_days',
  'status',
  'category',
  'condition',
  'location_id',
  'tags',
  'media',
  'link',
  'merchant',
  'brand',
  'gtin',
  'availability',
  'details',
  'variants',
] as const satisfies readonly (keyof DealsTable)[];

type DealTable = 'd' | 'deals';

/** Of the digests below; another list of columns needs another, and what `renewDigests` then does. */
const DIGEST_VERSION = '2:';

/**
 * A digest of what readers see of a deal, so that a change of its counts or of its group of offers
 * records no event. JSON tells an absent value from its neighbours.
 */
const digest = (table: DealTable) =>
  sql<string>`${sql.lit(DIGEST_VERSION)} || md5(jsonb_build_array(
    ${sql.join(SEEN.map((column) => sql.ref(`${table}.${column}`)))},
    (SELECT extract(epoch FROM p.expires_at) FROM posts p
      WHERE p.deal_id = ${sql.ref(`${table}.id`)}))::text)`;

/** The digest that the former release stored, of fewer columns. */
const formerDigest = sql<string>`md5(concat_ws('|', d.title, d.description, d.price_amount,
  d.price_currency, d.status, d.category, d.condition, d.location_id, d.media))`;

/**
 * Gives deals that the former release remembered their present digest, unless they have changed
 * since: otherwise each of them would be reported at its next like. For one release.
 */
const renewDigests = async (transaction: Transaction<Schema>): Promise<void> => {
  await sql`
    UPDATE webhook_deals k SET digest = ${digest('d')}
      FROM deals d
     WHERE d.id = k.deal_id AND NOT starts_with(k.digest, ${DIGEST_VERSION})
       AND k.digest = ${formerDigest}`.execute(transaction);
};

/**
 * Remembers the deals of a user as they are now, so that later changes can be distinguished from
 * new deals. Before a webhook is enabled; those of a user with an enabled one are up to date, except
 * for changes of which it still has to be notified.
 */
export const rememberDeals = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  const enabled = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'enabled')
    .limit(1)
    .executeTakeFirst();
  if (enabled !== undefined) return;
  await transaction.deleteFrom('webhook_deals').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('webhook_deals')
    .columns(['deal_id', 'user_id', 'price_amount', 'price_currency', 'status', 'digest'])
    .expression((from) =>
      from
        .selectFrom('deals')
        .select(['id', 'seller_id', 'price_amount', 'price_currency', 'status'])
        .select(digest('deals').as('digest'))
        .where('seller_id', '=', userId)
        .$narrowType<{ seller_id: string }>(),
    )
    .execute();
};

/** Changed deals of owners of webhooks, each with how it was last recorded. */
const readChanged = (transaction: Transaction<Schema>, range: TransactionRange, afterId: number) =>
  transaction
    .selectFrom('deals as d')
    .leftJoin('webhook_deals as k', 'k.deal_id', 'd.id')
    .select(['d.id', 'd.seller_id', 'd.title', 'd.price_amount', 'd.price_currency', 'd.status'])
    .select(['d.deleted_at', 'k.price_amount as known_amount', 'k.status as known_status'])
    .select(['k.price_currency as known_currency', 'k.digest as known_digest'])
    .select(digest('d').as('digest'))
    .where(isInRange('d.change_xid', range))
    .where('d.id', '>', afterId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhooks as w')
          .select('w.id')
          .whereRef('w.user_id', '=', 'd.seller_id')
          .where('w.state', '=', 'enabled'),
      ),
    )
    .orderBy('d.id')
    .limit(BATCH)
    .$narrowType<{ seller_id: string }>()
    .execute();

type ChangedDeal = Awaited<ReturnType<typeof readChanged>>[number];

const isDeleted = (deal: ChangedDeal): boolean => deal.deleted_at !== null;

const statusOf = (deal: ChangedDeal): DealStatus => (isDeleted(deal) ? 'deleted' : deal.status);

const eventOf = (deal: ChangedDeal): DealEvent => {
  if (deal.known_status === null) return 'deal.created';
  if (isDeleted(deal) || deal.known_status === 'deleted') return 'deal.changed';
  if (deal.status === 'sold' && deal.known_status !== 'sold') return 'deal.sold';
  const isCheaper =
    deal.known_currency === deal.price_currency &&
    deal.known_amount !== null &&
    deal.price_amount < deal.known_amount;
  return isCheaper ? 'deal.price_dropped' : 'deal.changed';
};

/** False if the deal was created and deleted before it was recorded, or is recorded already. */
const isUnrecorded = (deal: ChangedDeal): boolean =>
  isDeleted(deal)
    ? deal.known_status !== null && deal.known_status !== 'deleted'
    : deal.digest !== deal.known_digest;

const toEvent = ({ baseUrl }: WebhooksContext, deal: ChangedDeal): UserEvent => {
  const { id, title, price_amount: amount, price_currency: currency } = deal;
  const previous =
    deal.known_amount === null || deal.known_currency === null
      ? {}
      : { previousPrice: { amount: deal.known_amount, currency: deal.known_currency } };
  const data = {
    id: String(id),
    title,
    price: { amount, currency },
    ...previous,
    status: statusOf(deal),
    url: `${baseUrl}/deals/${id}`,
  };
  return { userId: deal.seller_id, event: eventOf(deal), data };
};

/** Remembers a deal as it was recorded; a deleted one too, because its owner can restore it. */
const storeRecorded = async (
  transaction: Transaction<Schema>,
  deal: ChangedDeal,
): Promise<void> => {
  await sql`
    INSERT INTO webhook_deals (deal_id, user_id, price_amount, price_currency, status, digest)
    VALUES (${deal.id}, ${deal.seller_id}, ${deal.price_amount}, ${deal.price_currency}, ${statusOf(deal)}, ${deal.digest})
    ON CONFLICT (deal_id) DO UPDATE SET price_amount = excluded.price_amount,
      price_currency = excluded.price_currency, status = excluded.status, digest = excluded.digest`.execute(
    transaction,
  );
};

/** Forgets the deals that were erased: they have no seller any more. */
const removeErased = async (
  transaction: Transaction<Schema>,
  range: TransactionRange,
): Promise<void> => {
  await transaction
    .deleteFrom('webhook_deals as k')
    .using('deals as d')
    .whereRef('d.id', '=', 'k.deal_id')
    .where('d.seller_id', 'is', null)
    .where(isInRange('d.change_xid', range))
    .execute();
};

const recordRange = async (webhooks: WebhooksContext, range: TransactionRange): Promise<void> => {
  let afterId = 0;
  for (;;) {
    const rows = await webhooks.database.transaction().execute(async (transaction) => {
      // Concurrent runs would record a change twice.
      await oneAtATime(transaction, 'webhooks of deals');
      if (afterId === 0) {
        await renewDigests(transaction);
        await removeErased(transaction, range);
      }
      const changed = await readChanged(transaction, range, afterId);
      const unrecorded = changed.filter(isUnrecorded);
      await recordEvents(
        webhooks,
        transaction,
        unrecorded.map((deal) => toEvent(webhooks, deal)),
      );
      for (const deal of unrecorded) await storeRecorded(transaction, deal);
      return changed;
    });
    if (rows.length < BATCH) return;
    afterId = rows.at(-1)?.id ?? afterId;
  }
};

/** Records changes of deals for the webhooks of their sellers. */
export const recordDealEvents = (webhooks: WebhooksContext): Promise<void> =>
  readUnreadChanges(webhooks.database, READER, async ({ ranges }) => {
    for (const range of ranges) await recordRange(webhooks, range);
    return true;
  });
