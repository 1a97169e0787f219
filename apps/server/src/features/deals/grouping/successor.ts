import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Connection } from '#schema/schema.ts';
import { offerKeys } from './offer-keys.ts';
import { MAX_HOLDERS } from './offer-store.ts';
import { isActive } from '../active-deals.ts';

const successorsSchema = z.array(z.object({ ended: z.int(), successor: z.int() }));

/**
 * The active deals that replace these ended ones of sources: the same product by its GTIN or part
 * number, or the same page of the shop. Deals that are still offered have none, nor have posts of
 * members, because the member ended it.
 */
const findSuccessors = async (
  connection: Connection,
  dealIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (dealIds.length === 0) return new Map();
  const ended = await connection
    .selectFrom('deals')
    .select(['id', 'title', 'condition', 'brand', 'gtin', 'mpn'])
    .select((deal) => deal.fn.coalesce('product_link', 'link').as('link'))
    .where(isOneOf('id', dealIds, 'bigint'))
    .where(sql<boolean>`NOT ${isActive('deals')}`)
    .where('seller_id', 'is', null)
    .execute();
  // Keys are in the order of how reliable they are.
  const keys = ended.flatMap(({ id, ...facts }) =>
    offerKeys({ ...facts, photoHash: null }).map(({ key }, rank) => ({ id, key, rank })),
  );
  // Until offers are grouped again, an ended deal may still be the representative of the others.
  const { rows } = await sql`
    SELECT DISTINCT ON (own.ended) own.ended, coalesce(lead.id, deals.id) AS successor
      FROM unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ key }) => key)}::text[],
                  ${keys.map(({ rank }) => rank)}::integer[]) AS own (ended, key, rank)
           CROSS JOIN LATERAL (
             SELECT deal_id, count(*) OVER () AS holders FROM (
               SELECT deal_id FROM offer_keys WHERE key = decode(own.key, 'hex') LIMIT ${MAX_HOLDERS + 1}
             ) AS holder
           ) AS held
           JOIN deals ON deals.id = held.deal_id AND ${isActive('deals')}
           LEFT JOIN deals AS lead
             ON lead.id = deals.represented_by AND ${isActive('lead')}
     WHERE held.holders <= ${MAX_HOLDERS}
     ORDER BY own.ended, own.rank, deals.id`.execute(connection);
  return new Map(
    expectShape(successorsSchema, rows).map(({ ended, successor }) => [ended, successor]),
  );
};

/** The active deal that replaces an ended one of a source; undefined if there is none. */
export const findSuccessor = async (
  connection: Connection,
  dealId: number,
): Promise<number | undefined> => (await findSuccessors(connection, [dealId])).get(dealId);

/** Milliseconds after the removal of a deal within which offers are normally grouped. */
const GROUPING_MS = 10 * MINUTE_MS;

/**
 * Whether the removed deal `d` may get a successor that is not known yet: grouping erases the keys of
 * a removed deal after it has stored those of deals that the same import added.
 */
export const AWAITS_GROUPING: RawBuilder<boolean> = sql`
  (d.deleted_at > now() - make_interval(secs => ${GROUPING_MS / SECOND_MS})
   AND EXISTS (SELECT FROM offer_keys WHERE offer_keys.deal_id = d.id))`;

const endedSchema = z.array(z.object({ id: z.int(), waits: z.boolean() }));

/**
 * The successors of the ended deals `d` of sources that match a condition; incomplete if some of them
 * may get one soon.
 */
export const findSuccessorsAmong = async (
  connection: Connection,
  condition: RawBuilder<unknown>,
): Promise<{
  readonly successors: ReadonlyMap<number, number>;
  readonly isComplete: boolean;
}> => {
  const { rows } = await sql`
    SELECT d.id, ${AWAITS_GROUPING} IS TRUE AS waits FROM deals d
     WHERE d.seller_id IS NULL AND ${condition}`.execute(connection);
  const ended = expectShape(endedSchema, rows);
  const settled = ended.flatMap(({ id, waits }) => (waits ? [] : id));
  return {
    successors: await findSuccessors(connection, settled),
    isComplete: settled.length === ended.length,
  };
};
