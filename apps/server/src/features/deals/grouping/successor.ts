import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Database } from '#schema/schema.ts';
import { offerKeys } from './offer-keys.ts';
import { MAX_HOLDERS } from './offer-store.ts';

const holdersSchema = z.array(z.object({ id: z.int(), kind: z.string() }));

/**
 * The active deal that replaces a removed one of a source: the same product by its GTIN or part
 * number, or the same page of the shop. Undefined for a deal that still exists, and for posts of
 * members, because the member removed it.
 */
export const findSuccessor = async (
  database: Database,
  dealId: number,
): Promise<number | undefined> => {
  const removed = await database
    .selectFrom('deals')
    .select(['title', 'condition', 'brand', 'gtin', 'mpn'])
    .select((deal) => deal.fn.coalesce('product_link', 'link').as('link'))
    .where('id', '=', dealId)
    .where('deleted_at', 'is not', null)
    .where('seller_id', 'is', null)
    .executeTakeFirst();
  if (removed === undefined) return undefined;
  const keys = offerKeys({ ...removed, photoHash: null });
  const { rows } = await sql`
    SELECT coalesce(deals.represented_by, deals.id) AS id, held.kind
      FROM unnest(${keys.map(({ key }) => key)}::text[]) AS own (key)
           CROSS JOIN LATERAL (
             SELECT deal_id, kind FROM offer_keys
              WHERE key = decode(own.key, 'hex') LIMIT ${MAX_HOLDERS}
           ) AS held
           JOIN deals ON deals.id = held.deal_id
     WHERE deals.status = 'active' AND deals.deleted_at IS NULL AND deals.id <> ${dealId}
     ORDER BY deals.id`.execute(database);
  const holders = expectShape(holdersSchema, rows);
  // Keys are in the order of how reliable they are.
  return keys.flatMap(({ kind }) => holders.find((held) => held.kind === kind) ?? [])[0]?.id;
};
