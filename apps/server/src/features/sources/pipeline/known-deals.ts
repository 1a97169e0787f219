import type { Pool } from 'pg';

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
