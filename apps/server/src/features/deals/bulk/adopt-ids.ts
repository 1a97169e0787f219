import type { ClientBase } from 'pg';

/** The deals of the source that the staging area has not seen, and the staged rows without a deal. */
const UNMATCHED = `
  WITH missing AS (
    SELECT id, status, external_id, variants, gtin, merchant, coalesce(product_link, link) AS page
      FROM deals
     WHERE source_id = $1
       AND NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id)
  ), fresh AS (
    SELECT position, external_id, variants, gtin, merchant, coalesce(product_link, link) AS page
      FROM pg_temp.import_stage WHERE deal_id IS NULL
  )`;

/**
 * Gives staged rows the only unseen deal with the same key, if one row alone has the key. Of several
 * deals with one key, a deleted one counts only without others.
 */
const adoptBy = (key: string, filled: string): string => `
  ${UNMATCHED}, deals_by_key AS (
    SELECT ${key}, coalesce(min(id) FILTER (WHERE status <> 'deleted'), max(id)) AS id
      FROM missing WHERE ${filled} IS NOT NULL GROUP BY ${key}
    HAVING count(*) FILTER (WHERE status <> 'deleted') <= 1
  ), rows_by_key AS (
    SELECT ${key}, min(position) AS position
      FROM fresh WHERE ${filled} IS NOT NULL GROUP BY ${key} HAVING count(*) = 1
  ), adopted AS (
    UPDATE pg_temp.import_stage SET deal_id = deals_by_key.id
      FROM rows_by_key JOIN deals_by_key USING (${key})
     WHERE import_stage.position = rows_by_key.position
    RETURNING deal_id
  )
  INSERT INTO pg_temp.import_seen SELECT deal_id FROM adopted`;

/**
 * Gives a product the oldest unseen deal with one of its choices: deals of single choices before the
 * source named their product, or the product under another id. Gives the last choice of a product,
 * which is a deal of its own again, that of the product.
 */
const BY_CHOICE = `
  ${UNMATCHED}, former AS (
    SELECT id, status, external_id AS choice FROM missing WHERE variants IS NULL
    UNION ALL
    SELECT id, status, variant ->> 'id' FROM missing, jsonb_array_elements(variants) AS variant
  ), choices AS (
    SELECT position, external_id AS choice FROM fresh WHERE variants IS NULL
    UNION ALL
    SELECT position, variant ->> 'id'
      FROM fresh, jsonb_array_elements(variants) AS variant
  ), matched AS (
    SELECT DISTINCT ON (position) position, id FROM choices JOIN former USING (choice)
     ORDER BY position, status = 'deleted', id
  ), single AS (
    SELECT id, min(position) AS position FROM matched GROUP BY id
  ), adopted AS (
    UPDATE pg_temp.import_stage SET deal_id = single.id
      FROM single WHERE import_stage.position = single.position
    RETURNING deal_id
  )
  INSERT INTO pg_temp.import_seen SELECT deal_id FROM adopted`;

/** Whether there are both rows without a deal and deals: most readings only change known ones. */
const MAY_MATCH = `
  SELECT EXISTS (SELECT FROM deals WHERE source_id = $1) AND
         EXISTS (SELECT FROM pg_temp.import_stage WHERE deal_id IS NULL) AS possible`;

const BY_PAGE = adoptBy('page', 'page');
const BY_GTIN = adoptBy('gtin, merchant', 'gtin');

/**
 * Carries deals over whose source gave them another id: staged rows with a choice, the page, or the
 * GTIN and the merchant, of a deal that the source no longer names. Call it when the whole source was
 * staged. Returns the number of carried deals.
 */
export const adoptChangedIds = async (client: ClientBase, sourceId: string): Promise<number> => {
  const { rows } = await client.query<{ possible: boolean }>(MAY_MATCH, [sourceId]);
  if (rows[0]?.possible !== true) return 0;
  await client.query('ANALYZE pg_temp.import_stage; ANALYZE pg_temp.import_seen');
  const byChoice = await client.query(BY_CHOICE, [sourceId]);
  const byPage = await client.query(BY_PAGE, [sourceId]);
  const byGtin = await client.query(BY_GTIN, [sourceId]);
  return (byChoice.rowCount ?? 0) + (byPage.rowCount ?? 0) + (byGtin.rowCount ?? 0);
};
