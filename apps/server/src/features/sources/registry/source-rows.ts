import { sql, type Selectable } from 'kysely';
import { DAY_S } from '@izgodno/contract/common/durations';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import type { SourceStatus } from '@izgodno/contract/sources/source';
import type { Connection, Database } from '#schema/schema.ts';
import type { SourcesTable } from '#schema/sources.ts';
import type { Validators } from '../politeness/validators.ts';

/** A scheduled source. */
export type SourceRow = Selectable<SourcesTable> & { readonly kind: string };

const isScheduled = (row: Selectable<SourcesTable>): row is SourceRow => row.kind !== null;

export const findSource = async (
  database: Database,
  id: string,
): Promise<SourceRow | undefined> => {
  const row = await database
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && isScheduled(row) ? row : undefined;
};

/**
 * Sources whose next reading comes before `until`, the earliest first; of one id, if given. Also
 * those whose reading was scheduled by a clock that was ahead: no wait is twice as long as the
 * interval or a day.
 */
export const findDueSources = (
  database: Database,
  until: Date,
  sourceId?: string,
): Promise<readonly Pick<Selectable<SourcesTable>, 'id' | 'next_run_at' | 'status'>[]> =>
  database
    .selectFrom('sources')
    .select(['id', 'next_run_at', 'status'])
    .where('kind', 'is not', null)
    .where('paused', '=', false)
    .where((source) =>
      source.or([
        source('next_run_at', '<=', until),
        source(
          'next_run_at',
          '>',
          sql<Date>`${until}::timestamptz + 2 * make_interval(secs => greatest(every_seconds, ${DAY_S}))`,
        ),
      ]),
    )
    .$if(sourceId !== undefined, (query) => query.where('id', '=', sourceId ?? ''))
    .orderBy('next_run_at')
    .execute();

export interface NewSourceRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly group: SourceGroup;
  readonly commission: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  readonly everySeconds: number;
}

const valuesOf = (source: NewSourceRow, now: Date) => ({
  id: source.id,
  name: source.name,
  source_group: source.group,
  kind: source.kind,
  commission: source.commission,
  config: JSON.stringify(source.config),
  every_seconds: source.everySeconds,
  next_run_at: now,
});

/** Inserts a source that is due at once; returns false if the id exists. */
export const insertSource = async (
  connection: Connection,
  source: NewSourceRow,
  now: Date,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await connection
    .insertInto('sources')
    .values(valuesOf(source, now))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Inserts sources that no schedule reads; returns how many did not exist. */
export const insertSources = async (
  connection: Connection,
  sources: readonly Pick<NewSourceRow, 'id' | 'name' | 'group' | 'commission'>[],
  checkedAt: Date | null,
): Promise<number> => {
  const { numInsertedOrUpdatedRows = 0n } = await connection
    .insertInto('sources')
    .values(
      sources.map(({ id, name, group, commission }) => ({
        id,
        name,
        source_group: group,
        commission,
        checked_at: checkedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
};

/** Inserts a source that is due at once, or updates kind and configuration of an existing one. */
export const putSource = async (
  database: Database,
  source: NewSourceRow,
  now: Date,
): Promise<void> => {
  const { kind, commission, config, every_seconds } = valuesOf(source, now);
  await database
    .insertInto('sources')
    .values(valuesOf(source, now))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        kind,
        commission,
        config,
        every_seconds,
        next_run_at: sql`coalesce(sources.next_run_at, ${now})`,
      }),
    )
    .execute();
};

/** Gives a source without a name the one it gives itself. */
export const nameSource = async (database: Database, id: string, name: string): Promise<void> => {
  await database
    .updateTable('sources')
    .set({ name })
    .where('id', '=', id)
    .where('name', '=', id)
    .execute();
};

export interface RunOutcome {
  readonly status: SourceStatus;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly failures: number;
  readonly nextRunAt: Date;
  /** Restarts reading, because the cursor is invalid. */
  readonly resetCursor: boolean;
}

export const noteOutcome = async (
  database: Database,
  id: string,
  outcome: RunOutcome,
): Promise<void> => {
  await database
    .updateTable('sources')
    .set({
      status: outcome.status,
      status_reason: outcome.reason,
      status_detail: outcome.detail,
      failures: outcome.failures,
      next_run_at: outcome.nextRunAt,
      ...(outcome.resetCursor ? { cursor: null, sweep_started_at: null } : {}),
    })
    .where('id', '=', id)
    .execute();
};

export const setNextRun = async (database: Database, id: string, at: Date): Promise<void> => {
  await database.updateTable('sources').set({ next_run_at: at }).where('id', '=', id).execute();
};

export const setPaused = async (
  connection: Connection,
  id: string,
  paused: boolean,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await connection
    .updateTable('sources')
    .set({ paused, ...(paused ? {} : { next_run_at: now }) })
    .where('id', '=', id)
    .where('kind', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The validators of documents that would be mapped as before; any other is read again. */
export const findValidators = async (
  database: Database,
  sourceId: string,
  mappingVersion: string,
  now: Date,
): Promise<ReadonlyMap<string, Validators>> => {
  const rows = await database
    .selectFrom('source_validators')
    .select(['url', 'etag', 'last_modified'])
    .where('source_id', '=', sourceId)
    .where('mapping_version', '=', mappingVersion)
    .where((is) => is.or([is('valid_until', 'is', null), is('valid_until', '>', now)]))
    .execute();
  return new Map(
    rows.map(({ url, etag, last_modified }) => [url, { etag, lastModified: last_modified }]),
  );
};

/** When the first of the source's documents would be mapped differently; null if never. */
export const findNextChange = async (
  database: Database,
  sourceId: string,
  mappingVersion: string,
  now: Date,
): Promise<number | null> => {
  const row = await database
    .selectFrom('source_validators')
    .select((validator) => validator.fn.min('valid_until').as('first'))
    .where('source_id', '=', sourceId)
    .where('mapping_version', '=', mappingVersion)
    .where('valid_until', '>', now)
    .executeTakeFirst();
  return row?.first?.getTime() ?? null;
};

/** How long an unchanged document would be mapped as it was. */
export interface MappedUntil {
  readonly mappingVersion: string;
  /** Epoch milliseconds; null if time alone changes nothing. */
  readonly validUntil: number | null;
}

export const keepValidators = async (
  database: Database,
  sourceId: string,
  { mappingVersion, validUntil }: MappedUntil,
  validators: ReadonlyMap<string, Validators>,
): Promise<void> => {
  const valid_until = validUntil === null ? null : new Date(validUntil);
  for (const [url, { etag, lastModified }] of validators) {
    const said = {
      etag,
      last_modified: lastModified,
      mapping_version: mappingVersion,
      valid_until,
    };
    await database
      .insertInto('source_validators')
      .values({ source_id: sourceId, url, ...said })
      .onConflict((conflict) => conflict.columns(['source_id', 'url']).doUpdateSet(said))
      .execute();
  }
};
