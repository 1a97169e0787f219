import type { Pool } from 'pg';

/** Where the deals of a source lead, by their external ids, of those that the catalogue holds. */
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

/** External ids of a source's active deals, those longest not seen first. */
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
