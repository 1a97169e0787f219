/** Rows per page: enough to make round trips cheap, few enough for memory. */
const PAGE_ROWS = 500;

/**
 * Reads all rows of a query page by page: `readPage` continues after the place of the last row,
 * which `packPosition` returns.
 */
export async function* readInPages<Row, Place>(
  readPage: (after: Place | null, limit: number) => Promise<readonly Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row> {
  let after: Place | null = null;
  for (;;) {
    const rows: readonly Row[] = await readPage(after, PAGE_ROWS);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = placeOf(last);
  }
}
