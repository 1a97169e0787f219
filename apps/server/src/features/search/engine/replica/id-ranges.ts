import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Database } from '#schema/schema.ts';

/** Ids above one, up to another. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number;
}

/** Gives each range once; null after the last one. */
export type NextRange = () => IdRange | null;

export const everyId: IdRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER };

export const rangesOf = (ranges: readonly IdRange[]): NextRange => {
  const left = ranges.values();
  return () => left.next().value ?? null;
};

/** Ids read from the table for each range: about those of one page. */
const IDS_OF_RANGE = 8;

const idsSchema = z.array(z.object({ id: z.int() }));

/**
 * Cuts all ids into ranges with about so many deals each, by the ids of some pages of the table: ids
 * may have gaps of any size, and statistics may be old. `deals` estimates how many there are.
 */
export const cutIds = async (
  database: Database,
  deals: number,
  size: number,
): Promise<readonly IdRange[]> => {
  const percent = Math.min(100, (100 * IDS_OF_RANGE) / size);
  const { rows } = await sql`
    SELECT id FROM deals TABLESAMPLE SYSTEM (${percent}::real) ORDER BY id`.execute(database);
  const ids = expectShape(idsSchema, rows);
  const idsOfRange = Math.max(1, Math.round((ids.length * size) / Math.max(1, deals)));
  const cuts = ids.flatMap(({ id }, at) => (at > 0 && at % idsOfRange === 0 ? [id] : []));
  return [everyId.after, ...cuts].map((after, at) => ({ after, upTo: cuts[at] ?? everyId.upTo }));
};

/** Ranges of which several threads take one after another. */
export interface SharedRanges {
  readonly ranges: readonly IdRange[];
  /** How many are taken, in shared memory. */
  readonly taken: Int32Array;
}

export const shareRanges = (ranges: readonly IdRange[]): SharedRanges => ({
  ranges,
  taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
});

export const rangesOfAll =
  ({ ranges, taken }: SharedRanges): NextRange =>
  () =>
    ranges[Atomics.add(taken, 0, 1)] ?? null;
