import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import {
  claimRecordSchema,
  getClaimRecord,
  MAX_CHECKED_CLAIMS,
  type ClaimRecord,
} from '@izgodno/contract/deals/claim-record';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Database } from '#schema/schema.ts';
import { euroCentsSql } from './euro-cents-sql.ts';

const rowSchema = z.array(claimRecordSchema);

const claimed = sql.raw(euroCentsSql('d.price_currency', 'd.original_amount'));
const observed = sql.raw(euroCentsSql('o.price_currency', 'o.price_amount'));

/** Null for an unknown source. Members and classifieds claim no former price. */
const readRecord = async (database: Database, source: string): Promise<ClaimRecord | null> => {
  const { rows } = await sql`
    SELECT count(claims.id) AS claims, count(*) FILTER (WHERE confirmed) AS confirmed
    FROM sources s LEFT JOIN LATERAL (
      SELECT d.id, EXISTS (
        SELECT 1 FROM price_observations o WHERE o.deal_id = d.id AND ${observed} >= ${claimed}
      ) AS confirmed
      FROM deals d
      WHERE d.source_id = s.id AND d.original_amount IS NOT NULL AND d.observed_long
        AND d.status = 'active' AND d.seller_id IS NULL AND s.source_group <> 'marketplace'
      ORDER BY d.id DESC LIMIT ${MAX_CHECKED_CLAIMS}
    ) AS claims ON true
    WHERE s.id = ${source} GROUP BY s.id`.execute(database);
  return expectShape(rowSchema, rows)[0] ?? null;
};

/** The call that returns how true a source's former prices are. */
export const registerClaimRecord = (app: FastifyInstance, database: Database): void => {
  addCall(app, getClaimRecord, async ({ params }) => {
    const record = await readRecord(database, params.source);
    if (record === null) throw new CallError('not_found');
    return { record };
  });
};
