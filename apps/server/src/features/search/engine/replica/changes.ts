import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { expectShape, parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { Database } from '#schema/schema.ts';
import { dealsAndSources, isLive, searchableColumns } from '../postgres/conditions.ts';
import { searchableDealSchema, type SearchableDeal } from '../searchable-deal.ts';

const changeSchema = searchableDealSchema.extend({ live: z.boolean() });
const changeKeySchema = z.array(z.object({ id: z.int(), version: z.int() }));

/** Changed deals: those that can be found, and the ids of those that no longer can. */
export interface Changes {
  readonly changed: readonly SearchableDeal[];
  readonly gone: readonly number[];
  /** The number of rows read. */
  readonly count: number;
  /** The highest change number and the highest id among them; 0 where there are none. */
  readonly lastVersion: number;
  readonly lastId: number;
}

const read = async (
  database: Database,
  condition: RawBuilder<boolean>,
  tail: RawBuilder<unknown>,
): Promise<Changes> => {
  const { rows } = await sql`
    SELECT ${searchableColumns}, ${isLive} AS live
    FROM ${dealsAndSources} WHERE ${condition} ${tail}`.execute(database);
  const keys = expectShape(changeKeySchema, rows);
  const changed: SearchableDeal[] = [];
  const gone: number[] = [];
  for (const [at, { id }] of keys.entries()) {
    // A row that does not match the schema (of a removed category, for example) must not block the
    // rest.
    const { data } = parseUntrusted(changeSchema, rows[at]);
    if (data?.live === true) changed.push(data);
    else gone.push(id);
  }
  return {
    changed,
    gone,
    count: keys.length,
    lastVersion: keys.reduce((last, { version }) => Math.max(last, version), 0),
    lastId: keys.reduce((last, { id }) => Math.max(last, id), 0),
  };
};

/** Deals that changed after a change number, in the order of the changes. */
export const readChangesAfter = (
  database: Database,
  version: number,
  limit: number,
): Promise<Changes> =>
  read(database, sql`d.change_seq > ${version}`, sql`ORDER BY d.change_seq LIMIT ${limit}`);

/** Live deals by id, for loading all of them. */
export const readLiveDealsAfter = (
  database: Database,
  id: number,
  limit: number,
): Promise<Changes> =>
  read(database, sql`d.id > ${id} AND ${isLive}`, sql`ORDER BY d.id LIMIT ${limit}`);

export const readDeals = (database: Database, ids: readonly number[]): Promise<Changes> =>
  read(database, sql`d.id = ANY (${ids}::bigint[])`, sql``);

const versionSchema = z.array(z.object({ id: z.int(), version: z.int(), live: z.boolean() }));
export type DealVersion = z.infer<typeof versionSchema>[number];

/** The versions of the deals that changed after a change number, in the order of the changes. */
export const readVersionsAfter = async (
  database: Database,
  version: number,
  limit: number,
): Promise<readonly DealVersion[]> => {
  const { rows } = await sql`
    SELECT d.id, d.change_seq AS version, ${isLive} AS live FROM deals d
    WHERE d.change_seq > ${version} ORDER BY d.change_seq LIMIT ${limit}`.execute(database);
  return expectShape(versionSchema, rows);
};

const countSchema = z.tuple([z.object({ deals: z.int(), version: z.int() })]);

/** PostgreSQL's estimate of the number of deals, and the highest change number. */
export const readExtent = async (
  database: Database,
): Promise<{ readonly deals: number; readonly version: number }> => {
  const { rows } = await sql`
    SELECT (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'deals'::regclass) AS deals,
      (SELECT coalesce(max(change_seq), 0) FROM deals) AS version`.execute(database);
  return expectShape(countSchema, rows)[0];
};
