import { sql } from 'kysely';
import type { SourceStatus } from '@izgodno/contract/sources/source';
import type { Database } from '#schema/schema.ts';

/** The number of sources that are not paused, by status. */
export const countSources = async (
  database: Database,
): Promise<Readonly<Record<SourceStatus, number>>> => {
  const rows = await database
    .selectFrom('sources')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('paused', '=', false)
    .groupBy('status')
    .execute();
  const counts = { healthy: 0, checking: 0, degraded: 0, error: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
};

/** The number of active deals of each source that has any. */
export const countActiveDeals = async (
  database: Database,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await database
    .selectFrom('deals')
    .select(['source_id', sql<number>`count(*)`.as('deals')])
    // A literal, by which the index of active deals is found also if the statement is prepared.
    .where('status', '=', sql.lit('active'))
    .groupBy('source_id')
    .execute();
  return new Map(rows.map(({ source_id, deals }) => [source_id, deals]));
};
