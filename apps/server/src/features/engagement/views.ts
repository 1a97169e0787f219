import { sql, type Transaction } from 'kysely';
import type { viewDeal as viewDealCall } from '@izgodno/contract/engagement/calls';
import { dayOf } from '#platform/clock.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { countView } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';
import { countToday, readCounts, requireDeal } from './deal-counts.ts';
import type { EngagementCall } from './engagement-context.ts';

/**
 * The views of a deal that one network adds on a day, because a household or an office shares one,
 * and each browser of a network may call itself what it wants.
 */
export const VIEWS_A_NETWORK = 5;

/** Whether a network may add no more views today. Its other views wait for this transaction. */
const hasViewedEnough = async (
  transaction: Transaction<Schema>,
  dealId: number,
  network: Buffer,
  now: number,
): Promise<boolean> => {
  await oneAtATime(transaction, `views of ${dealId} from ${network.toString('hex')}`);
  const { views } = await transaction
    .selectFrom('deal_views')
    .select(({ fn }) => fn.countAll<number>().as('views'))
    .where(sql<boolean>`day = ${dayOf(now)}`)
    .where('deal_id', '=', dealId)
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return views >= VIEWS_A_NETWORK;
};

/** Sellers' views of their own deals do not count. Lists show new views a little later. */
export const viewDeal: EngagementCall<typeof viewDealCall> = async (
  { database, clock, pseudonyms },
  { params, request, readUser },
) => {
  const userId = (await readUser())?.id ?? null;
  const dealId = Number(params.id);
  const deal = await requireDeal(database, dealId);
  if (userId !== null && userId === deal.seller_id) return readCounts(database, dealId, userId);
  const now = clock.now();
  const viewer =
    userId === null
      ? await pseudonyms.visitorOfToday(request.ip, request.headers['user-agent'] ?? '')
      : await pseudonyms.pseudonymOfToday(userId);
  const network = await pseudonyms.ofToday(request.ip);
  await database.transaction().execute(async (transaction) => {
    if (await hasViewedEnough(transaction, dealId, network, now)) return;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('deal_views')
      .values({
        day: dayOf(now),
        deal_id: dealId,
        viewer,
        network,
        signed_in: userId !== null,
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await countView(transaction, dealId);
    await countToday(transaction, dealId, 'views', now);
  });
  return readCounts(database, dealId, userId);
};
