import { sql } from 'kysely';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { isHiddenBySuspension } from '#features/deals/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Connection } from '#schema/schema.ts';

/** Those of some deals that the suspension of their seller hides. */
export const readHiddenDeals = async (
  connection: Connection,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> => {
  const rows = await connection
    .selectFrom('deals')
    .select('id')
    .where(isOneOf('id', ids, 'bigint'))
    .where(isHiddenBySuspension(sql.ref('deals.id')))
    .execute();
  return new Set(rows.map(({ id }) => String(id)));
};

/** Whether the one deal that a notice is about is not hidden by the suspension of its seller. */
export const IS_SHOWN = sql<boolean>`NOT ${isHiddenBySuspension(sql`(notices.content #>> '{deal,id}')::bigint`)}`;

/** The content of a notice; that of a saved search without the deals that a suspension hides. */
export const SHOWN_CONTENT = sql<NoticeContent>`
  CASE WHEN notices.kind = 'saved_search' THEN jsonb_set(notices.content, '{deals}', (
         SELECT coalesce(jsonb_agg(deal ORDER BY rank), '[]')
           FROM jsonb_array_elements(notices.content -> 'deals') WITH ORDINALITY AS shown (deal, rank)
          WHERE NOT ${isHiddenBySuspension(sql`(deal ->> 'id')::bigint`)}))
       ELSE notices.content END`;
