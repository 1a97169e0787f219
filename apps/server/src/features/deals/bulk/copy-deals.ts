import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DealsTable } from '#schema/deals.ts';
import { copyLine } from './copy-text.ts';

const ROWS_A_CHUNK = 256;

const inChunks = function* (
  rows: Iterable<readonly (string | number | null)[]>,
): Generator<string> {
  let lines = '';
  let count = 0;
  for (const row of rows) {
    lines += copyLine(row);
    count += 1;
    if (count % ROWS_A_CHUNK > 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
};

/** Stores new deals, all or nothing, without observed prices and without grouping. */
export const copyDeals = (
  client: ClientBase,
  columns: readonly (keyof DealsTable)[],
  rows: Iterable<readonly (string | number | null)[]>,
): Promise<void> =>
  pipeline(
    Readable.from(inChunks(rows)),
    client.query(copyFrom(`COPY deals (${columns.join(', ')}) FROM STDIN`)),
  );
