/** Rows of one page: enough to make round trips cheap, few enough to hold. */
const PAGE_ROWS = 500;

/**
 * Everything that a query finds, row by row, though it is asked page by page: `readPage` goes on after
 * the place that `placeOf` says the last row has in the order.
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
