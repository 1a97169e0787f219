/** Rows per page: enough to make round trips cheap, few enough for memory. */
const PAGE_ROWS = 500;

/**
 * Reads all rows of a query page by page: `readPage` continues after the cursor of the last row,
 * which `cursorOf` returns.
 */
export async function* readInPages<Row, Cursor>(
  readPage: (after: Cursor | null, limit: number) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => Cursor,
): AsyncGenerator<Row> {
  let after: Cursor | null = null;
  for (;;) {
    const rows: readonly Row[] = await readPage(after, PAGE_ROWS);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = cursorOf(last);
  }
}
