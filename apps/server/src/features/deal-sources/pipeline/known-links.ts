import type { ClientBase } from 'pg';

/** Where the deals of a source lead, by their external ids, of those that the catalogue holds. */
export const findKnownLinks = async (
  client: ClientBase,
  sourceId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<{ external_id: string; link: string }>({
    name: 'known-links',
    text: `SELECT external_id, link FROM deals
            WHERE source_id = $1 AND external_id = ANY ($2) AND link IS NOT NULL`,
    values: [sourceId, [...externalIds]],
  });
  return new Map(rows.map((row) => [row.external_id, row.link]));
};
