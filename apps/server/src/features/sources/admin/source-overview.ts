import { sql, type Selectable } from 'kysely';
import type { Database } from '#schema/schema.ts';
import type { ImportRejectionsTable, ImportRunsTable, SourcesTable } from '#schema/sources.ts';

export type RunRow = Selectable<ImportRunsTable>;
export type OverviewRow = Selectable<SourcesTable> & { readonly kind: string };

const hasKind = (row: Selectable<SourcesTable>): row is OverviewRow => row.kind !== null;

/** The scheduled sources by name and id; only those after these, if given. */
export const findSources = async (
  database: Database,
  [name, id]: readonly [name?: string, id?: string],
): Promise<readonly OverviewRow[]> => {
  const rows = await database
    .selectFrom('sources')
    .selectAll()
    .where('kind', 'is not', null)
    .$if(name !== undefined, (query) => query.where(sql<boolean>`(name, id) > (${name}, ${id})`))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.filter(hasKind);
};

/** The latest run of each source; with `reading`, the latest run that read any rows. */
export const findLastRuns = async (
  database: Database,
  sourceIds: readonly string[],
  { reading = false }: { readonly reading?: boolean } = {},
): Promise<ReadonlyMap<string, RunRow>> => {
  if (sourceIds.length === 0) return new Map();
  const rows = await database
    .selectFrom(
      sql<{ wanted_id: string }>`unnest(${sourceIds}::text[])`.as<'wanted'>(
        sql`wanted (wanted_id)`,
      ),
    )
    // Each by the index, because distinct ones would be found among all runs.
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('import_runs')
          .selectAll()
          .whereRef('source_id', '=', 'wanted_id')
          .$if(reading, (query) => query.where(sql<boolean>`row_count > 0`))
          .orderBy('started_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .selectAll('run')
    .execute();
  return new Map(rows.map((row) => [row.source_id, row]));
};

/** Runs of a source below the id `before`, latest first, and one more than the limit. */
export const findRuns = (
  database: Database,
  sourceId: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<readonly RunRow[]> =>
  database
    .selectFrom('import_runs')
    .selectAll()
    .where('source_id', '=', sourceId)
    .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

/** Rejected rows of a source's run above the row number `after`, and one more than the limit. */
export const findRejections = (
  database: Database,
  { sourceId, runId }: { readonly sourceId: string; readonly runId: number },
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Selectable<ImportRejectionsTable>[]> =>
  database
    .selectFrom('import_rejections')
    .innerJoin('import_runs', 'import_runs.id', 'import_rejections.run_id')
    .selectAll('import_rejections')
    .where('import_runs.source_id', '=', sourceId)
    .where('import_rejections.run_id', '=', runId)
    .where('import_rejections.row_number', '>', after)
    .orderBy('import_rejections.row_number')
    .limit(limit + 1)
    .execute();
