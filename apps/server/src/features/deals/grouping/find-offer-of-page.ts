import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { conditions } from '@izgodno/contract/deals/vocabulary';
import type { Database } from '#schema/schema.ts';
import { offerKeys, type OfferFacts } from './offer-keys.ts';
import { isActive } from '../active-deals.ts';

const rowsSchema = z.array(z.object({ id: z.int() }));

type PageFacts = Pick<OfferFacts, 'title' | 'condition'> & { readonly link: string };

/** The oldest of the active deals of sources that are one of these pages. */
const findOffer = async (
  database: Database,
  pages: readonly PageFacts[],
): Promise<number | undefined> => {
  // Without numbers the link is the only key, so that another shop's page is not found by them.
  const keys = pages
    .flatMap((page) => offerKeys({ ...page, brand: null, gtin: null, mpn: null, photoHash: null }))
    .map(({ key }) => Buffer.from(key, 'hex'));
  if (keys.length === 0) return undefined;
  const { rows } = await sql`
    SELECT deals.id FROM offer_keys JOIN deals ON deals.id = offer_keys.deal_id
     WHERE offer_keys.key = ANY (${keys})
       AND ${isActive('deals')} AND deals.seller_id IS NULL
     ORDER BY deals.id LIMIT 1`.execute(database);
  return expectShape(rowsSchema, rows)[0]?.id;
};

/** The active deal of a source that is this page of a shop; undefined if no source offers it. */
export const findOfferOfPage = (database: Database, page: PageFacts): Promise<number | undefined> =>
  findOffer(database, [page]);

/**
 * As `findOfferOfPage`, without reading the page: an offer of several pieces is not found, because
 * only the title has their number.
 */
export const findOfferOfLink = (database: Database, link: string): Promise<number | undefined> =>
  findOffer(
    database,
    conditions.map((condition) => ({ title: '', condition, link })),
  );
