import type { Pool } from 'pg';
import type { UnseenDeal } from './connector.ts';

/** The links of a source's stored deals, by external id. */
export const findKnownLinks = async (
  pool: Pool,
  sourceId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (externalIds.length === 0) return new Map();
  const { rows } = await pool.query<{ external_id: string; link: string }>({
    name: 'known-links',
    text: `SELECT external_id, link FROM deals
            WHERE source_id = $1 AND external_id = ANY ($2) AND link IS NOT NULL`,
    values: [sourceId, [...externalIds]],
  });
  return new Map(rows.map((row) => [row.external_id, row.link]));
};

/** External ids of a source's active deals, those not seen for the longest first. */
export const findLongestUnseen = async (
  pool: Pool,
  sourceId: string,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ external_id: string }>(
    `SELECT external_id FROM deals
      WHERE source_id = $1 AND status = 'active'
      ORDER BY checked_at NULLS FIRST, id LIMIT $2`,
    [sourceId, limit],
  );
  return rows.map((row) => row.external_id);
};

/** Active deals of a part that the sweep of their source has not seen, in the same order. */
export const findUnseenOf = async (
  pool: Pool,
  sourceId: string,
  part: string,
  limit: number,
): Promise<readonly UnseenDeal[]> => {
  const { rows } = await pool.query<UnseenDeal>(
    `SELECT external_id AS "externalId", mpn FROM deals
      WHERE source_id = $1 AND status = 'active' AND coalesce(source_part, merchant) = $2
        AND coalesce(checked_at, '-infinity') < (SELECT sweep_started_at FROM sources WHERE id = $1)
      ORDER BY checked_at NULLS FIRST, id LIMIT $3`,
    [sourceId, part, limit],
  );
  return rows;
};
