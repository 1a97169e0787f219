import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Database } from '#schema/schema.ts';
import { isActive } from '../active-deals.ts';

/** Deals that are read at most, because a visitor waits: of more, the count is too low. */
const MAX_READ = 50_000;

const countSchema = z.tuple([z.object({ count: z.int() })]);

/**
 * The number of offers of these sources that other offers represent in lists. Only those in stock,
 * because their representatives are in stock too and cost the same or less.
 */
export const countRepresented = async (
  database: Database,
  sourceIds: readonly string[],
): Promise<number> => {
  const { rows } = await sql`
    SELECT count(*) AS count
      FROM (
        SELECT status, deleted_at, availability, represented_by FROM deals
         WHERE ${isOneOf('source_id', sourceIds, 'text')} LIMIT ${MAX_READ}
      ) AS offer
     WHERE ${isActive('offer')} AND availability = 'in_stock'
       AND represented_by IS NOT NULL`.execute(database);
  return expectShape(countSchema, rows)[0].count;
};
