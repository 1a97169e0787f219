import { sql, type Transaction } from 'kysely';
import type { WebhookEvent } from '@izgodno/contract/webhooks/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { isInRange, type TransactionRange } from '#platform/database/transaction-position.ts';
import { readUnreadChanges } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';
import { recordEvents, type UserEvent } from './record-event.ts';
import type { WebhooksContext } from './webhooks-context.ts';

const READER = 'webhooks';
/** Deals per transaction. */
const BATCH = 500;

/** A digest of what readers see of a deal, so that a change of its group of offers alone records no event. */
const digest = (table: 'd' | 'deals') =>
  sql<string>`md5(concat_ws('|', ${sql.ref(`${table}.title`)}, ${sql.ref(`${table}.description`)},
    ${sql.ref(`${table}.price_amount`)}, ${sql.ref(`${table}.price_currency`)},
    ${sql.ref(`${table}.status`)}, ${sql.ref(`${table}.category`)},
    ${sql.ref(`${table}.condition`)}, ${sql.ref(`${table}.location_id`)},
    ${sql.ref(`${table}.media`)}))`;

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
        .where('deleted_at', 'is', null)
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

const eventOf = (deal: ChangedDeal): WebhookEvent => {
  if (deal.known_status === null) return 'deal.created';
  if (deal.status === 'sold' && deal.known_status !== 'sold') return 'deal.sold';
  const isCheaper =
    deal.known_currency === deal.price_currency &&
    deal.known_amount !== null &&
    deal.price_amount < deal.known_amount;
  return isCheaper ? 'deal.price_dropped' : 'deal.changed';
};

const isDeleted = (deal: ChangedDeal): boolean => deal.deleted_at !== null;

/** False if the deal was created and deleted before it was recorded, or is recorded already. */
const isUnrecorded = (deal: ChangedDeal): boolean =>
  isDeleted(deal) ? deal.known_status !== null : deal.digest !== deal.known_digest;

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
    status: isDeleted(deal) ? 'deleted' : deal.status,
    url: `${baseUrl}/deals/${id}`,
  };
  return { userId: deal.seller_id, event: eventOf(deal), data };
};

const storeRecorded = async (
  transaction: Transaction<Schema>,
  deal: ChangedDeal,
): Promise<void> => {
  await (isDeleted(deal)
    ? transaction.deleteFrom('webhook_deals').where('deal_id', '=', deal.id).execute()
    : sql`
      INSERT INTO webhook_deals (deal_id, user_id, price_amount, price_currency, status, digest)
      VALUES (${deal.id}, ${deal.seller_id}, ${deal.price_amount}, ${deal.price_currency}, ${deal.status}, ${deal.digest})
      ON CONFLICT (deal_id) DO UPDATE SET price_amount = excluded.price_amount,
        price_currency = excluded.price_currency, status = excluded.status, digest = excluded.digest`.execute(
        transaction,
      ));
};

const recordRange = async (webhooks: WebhooksContext, range: TransactionRange): Promise<void> => {
  let afterId = 0;
  for (;;) {
    const rows = await webhooks.database.transaction().execute(async (transaction) => {
      // Concurrent runs would record a change twice.
      await oneAtATime(transaction, 'webhooks of deals');
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
