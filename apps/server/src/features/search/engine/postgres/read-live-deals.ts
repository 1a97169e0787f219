import { sql } from 'kysely';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { Database } from '#schema/schema.ts';
import { searchableDealSchema, type SearchableDeal } from '../searchable-deal.ts';
import { dealsAndSources, isLive, searchableColumns } from './conditions.ts';

/** The searched data of those of some deals that a search can find, by their ids. */
export const readLiveDeals = async (
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SearchableDeal>> => {
  const { rows } = await sql`
    SELECT ${searchableColumns} FROM ${dealsAndSources}
     WHERE d.id = ANY(${ids}::bigint[]) AND ${isLive}`.execute(database);
  return new Map(
    rows.flatMap((row) => {
      // A row that does not match the schema (of a removed category, for example) is not found either.
      const { data } = parseUntrusted(searchableDealSchema, row);
      return data === undefined ? [] : [[data.id, data]];
    }),
  );
};
