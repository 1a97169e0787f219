import { sql } from 'kysely';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Connection } from '#schema/schema.ts';

const HIDES = sql<boolean>`(deleted_by = 'suspension' OR also_by = 'suspension')`;

/** Those of some deals that the suspension of their seller hides. */
export const readHiddenDeals = async (
  connection: Connection,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> => {
  const rows = await connection
    .selectFrom('deal_deletions')
    .select('deal_id')
    .where(isOneOf('deal_id', ids, 'bigint'))
    .where(HIDES)
    .execute();
  return new Set(rows.map(({ deal_id }) => String(deal_id)));
};

/** Whether the one deal that a notice is about is not hidden by the suspension of its seller. */
export const IS_SHOWN = sql<boolean>`NOT EXISTS (
  SELECT FROM deal_deletions
   WHERE deal_id = (notices.content #>> '{deal,id}')::bigint AND ${HIDES})`;

/** The content of a notice; that of a saved search without the deals that a suspension hides. */
export const SHOWN_CONTENT = sql<NoticeContent>`
  CASE WHEN notices.kind = 'saved_search' THEN jsonb_set(notices.content, '{deals}', (
         SELECT coalesce(jsonb_agg(deal ORDER BY rank), '[]')
           FROM jsonb_array_elements(notices.content -> 'deals') WITH ORDINALITY AS shown (deal, rank)
          WHERE NOT EXISTS (
            SELECT FROM deal_deletions WHERE deal_id = (deal ->> 'id')::bigint AND ${HIDES})))
       ELSE notices.content END`;
