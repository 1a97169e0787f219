import { ImportError } from '../pipeline/import-error.ts';
import type { ImportLimits } from '../pipeline/import-limits.ts';

/** A quote still open after this many lines is a stray character, not a cell of many lines. */
const MAX_QUOTED_LINES = 100;
/** Times the limit of a cell from which the feed is given up; below, its row is rejected. */
const FATAL = 8;

/**
 * The position behind a quoted cell that begins at `start`: "open" if its quote is not closed, "stray"
 * if the quote is a character of the cell.
 */
const endOfQuoted = (row: string, start: number, separator: string): number | 'open' | 'stray' => {
  for (let at = row.indexOf('"', start + 1); at !== -1; at = row.indexOf('"', at + 2)) {
    const next = row[at + 1];
    if (next === undefined || next === separator) return at + 1;
    if (next !== '"') return 'stray';
  }
  return 'open';
};

/** The cells of a row, or why it has none: a quoted cell is open, or its lines are several rows. */
const splitRow = (row: string, separator: string): readonly string[] | 'open' | 'stray' => {
  if (!row.includes('"')) return row.split(separator);
  const cells: string[] = [];
  for (let start = 0; ;) {
    const quoted = row[start] === '"' ? endOfQuoted(row, start, separator) : null;
    if (quoted === 'open' || (quoted === 'stray' && row.includes('\n'))) return quoted;
    if (typeof quoted === 'number') {
      cells.push(row.slice(start + 1, quoted - 1).replaceAll('""', '"'));
      if (quoted === row.length) return cells;
      start = quoted + 1;
    } else {
      const end = row.indexOf(separator, start);
      cells.push(end === -1 ? row.slice(start) : row.slice(start, end));
      if (end === -1) return cells;
      start = end + 1;
    }
  }
};

type Row = readonly string[];

/** Whether a row has a cell, or cells together, that exceed the limits. */
export const isRowTooLong = (
  cells: Row,
  { maxFieldLength, maxRecordLength }: ImportLimits,
): boolean =>
  cells.some(({ length }) => length > maxFieldLength) ||
  cells.reduce((sum, { length }) => sum + length, 0) > maxRecordLength;

/**
 * Splits text, in pieces of any length, into rows of separated values, which may be quoted as
 * spreadsheets do. Empty lines are no rows; a quote that is never closed is a character of its cell,
 * so that it costs its own row only.
 */
export class SeparatedRows {
  readonly #separator: string;
  readonly #limits: ImportLimits;
  /** The begun line. */
  #rest = '';
  /** The lines of a row whose quote is open. */
  #open: string[] = [];
  #count = 0;
  readonly #cut = new Set<Row>();

  constructor(separator: string, limits: ImportLimits) {
    this.#separator = separator;
    this.#limits = limits;
  }

  /** Returns the rows that this piece completes. Throws `ImportError` for an endless line. */
  push(text: string): readonly Row[] {
    this.#rest += text;
    this.#checkLength();
    if (!text.includes('\n')) return [];
    const lines = this.#rest.split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    return this.#readLines(lines);
  }

  /** Whether the text may break off in this row: its line has no end, or its quote is open. */
  isCut(row: Row): boolean {
    return this.#cut.has(row);
  }

  /**
   * Returns the last rows. Throws `FEED_TRUNCATED` if the text breaks off: in a line without an end,
   * or within quotes, of a row with fewer cells than `columns`.
   */
  end(columns: number): readonly Row[] {
    const rows = this.#readLines(this.#rest === '' ? [] : [this.#rest]);
    const isOpenLine = this.#rest !== '';
    if (isOpenLine && this.#open.length === 0 && (rows.at(-1)?.length ?? columns) < columns)
      throw this.#truncated();
    this.#rest = '';
    const last = [...rows];
    while (this.#open.length > 0) {
      const queue: string[] = [];
      const row = this.#takeLiterally(queue);
      if (row.length < columns) throw this.#truncated();
      this.#cut.add(row);
      last.push(row, ...this.#readLines(queue.reverse()));
    }
    const lastRow = last.at(-1);
    if (isOpenLine && lastRow !== undefined) this.#cut.add(lastRow);
    return last;
  }

  #truncated(): ImportError {
    // The first row is the header.
    return new ImportError('FEED_TRUNCATED', `The feed breaks off in row ${this.#count - 1}.`);
  }

  #checkLength(): void {
    const fatal = FATAL * this.#limits.maxFieldLength;
    if (this.#rest.length > fatal && !this.#rest.slice(0, fatal).includes('\n')) {
      throw new ImportError(
        'FEED_FIELD_TOO_LARGE',
        `Row ${this.#count} is longer than ${fatal} characters.`,
      );
    }
  }

  #readLines(lines: readonly string[]): Row[] {
    const rows: Row[] = [];
    const queue = [...lines].reverse();
    for (let line = queue.pop(); line !== undefined; line = queue.pop()) {
      if (this.#open.length === 0 && line.trim() === '') continue;
      this.#open.push(line);
      const text = this.#open.join('\n');
      const row = splitRow(text, this.#separator);
      const isFull =
        this.#open.length > MAX_QUOTED_LINES || text.length > this.#limits.maxRecordLength;
      if (row === 'open' && !isFull) continue;
      if (typeof row === 'string') {
        rows.push(this.#takeLiterally(queue));
        continue;
      }
      this.#count += 1;
      rows.push(row);
      this.#open = [];
    }
    return rows;
  }

  /** Takes an open quote as a character: its line is one row, those after it are read again. */
  #takeLiterally(queue: string[]): Row {
    const [first = '', ...others] = this.#open;
    this.#open = [];
    this.#count += 1;
    queue.push(...others.reverse());
    return first.split(this.#separator);
  }
}
