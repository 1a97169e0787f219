import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Database } from '#schema/schema.ts';
import { offerKeys, type OfferFacts } from './offer-keys.ts';

const rowsSchema = z.array(z.object({ id: z.int() }));

/** The active deal of a source that is this page of a shop; undefined if no source offers it. */
export const findOfferOfPage = async (
  database: Database,
  page: Pick<OfferFacts, 'title' | 'condition'> & { readonly link: string },
): Promise<number | undefined> => {
  // Without numbers the link is the only key, so that another shop's page is not found by them.
  const [found] = offerKeys({ ...page, brand: null, gtin: null, mpn: null, photoHash: null });
  if (found === undefined) return undefined;
  const { rows } = await sql`
    SELECT deals.id FROM offer_keys JOIN deals ON deals.id = offer_keys.deal_id
     WHERE offer_keys.key = decode(${found.key}, 'hex')
       AND deals.status = 'active' AND deals.deleted_at IS NULL AND deals.seller_id IS NULL
     ORDER BY deals.id LIMIT 1`.execute(database);
  return expectShape(rowsSchema, rows)[0]?.id;
};
