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
  const hasLines = row.includes('\n');
  const cells: string[] = [];
  for (let start = 0; ;) {
    const quoted = row[start] === '"' ? endOfQuoted(row, start, separator) : null;
    if (quoted === 'open' || (quoted === 'stray' && hasLines)) return quoted;
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

/** What a further line does to a row whose quote is open. */
const continuationOf = (line: string, separator: string): 'closed' | 'open' | 'stray' => {
  const row = splitRow(`"\n${line}`, separator);
  return typeof row === 'string' ? row : 'closed';
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
 *
 * What a line does to an open quote does not depend on where the quote was opened. So each line is
 * read once as the beginning of a row and once as a further line, however many quotes stay open.
 */
export class SeparatedRows {
  readonly #separator: string;
  readonly #limits: ImportLimits;
  /** The begun line. */
  #rest = '';
  /** The lines of no row yet. */
  #lines: string[] = [];
  /** The position of the first of them. */
  #first = 0;
  /** Whether the quote of the first line is open, or must be a character if a line follows; null if unread. */
  #begun: 'open' | 'stray' | null = null;
  /** The number of lines from the first on, of which the further ones leave a quote open. */
  #span = 0;
  /** Characters of these lines. */
  #length = 0;
  /** What the line behind them does; null if unread. */
  #next: ReturnType<typeof continuationOf> | null = null;
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
    if (isOpenLine && this.#lines.length === 0 && (rows.at(-1)?.length ?? columns) < columns)
      throw this.#truncated();
    this.#rest = '';
    const last = [...rows];
    while (this.#lines.length > 0) {
      const row = this.#takeLiterally();
      if (row.length < columns) throw this.#truncated();
      this.#cut.add(row);
      last.push(row, ...this.#readLines([]));
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
    for (const line of lines) this.#lines.push(line);
    for (let line = this.#lines[this.#first]; line !== undefined; line = this.#lines[this.#first]) {
      if (line.trim() === '') {
        this.#skip(1);
        continue;
      }
      const row = this.#takeRow(line);
      if (row === null) break;
      rows.push(row);
    }
    this.#lines.splice(0, this.#first);
    this.#first = 0;
    return rows;
  }

  /** Takes the row that begins with this first line; null if its quote is open at the last line. */
  #takeRow(line: string): Row | null {
    if (this.#begun === null) {
      const row = splitRow(line, this.#separator);
      if (typeof row !== 'string') return this.#take(1, row);
      this.#begun = splitRow(`${line}\n`, this.#separator) === 'stray' ? 'stray' : 'open';
    }
    if (this.#span === 0) {
      this.#span = 1;
      this.#length = line.length;
    }
    // What one line would forgive, several do not.
    if (this.#begun === 'stray' && this.#first + 1 < this.#lines.length)
      return this.#takeLiterally();
    while (this.#span <= MAX_QUOTED_LINES && this.#length <= this.#limits.maxRecordLength) {
      const further = this.#lines[this.#first + this.#span];
      if (further === undefined) return null;
      this.#next ??= continuationOf(further, this.#separator);
      if (this.#next === 'stray') break;
      if (this.#next === 'closed') return this.#takeSpan(this.#span + 1);
      this.#span += 1;
      this.#length += further.length + 1;
      this.#next = null;
    }
    return this.#takeLiterally();
  }

  /** Takes a row of several lines, the last of which closes its quote. */
  #takeSpan(lines: number): Row {
    const text = this.#lines.slice(this.#first, this.#first + lines).join('\n');
    const row = splitRow(text, this.#separator);
    return typeof row === 'string' ? this.#takeLiterally() : this.#take(lines, row);
  }

  /** Takes an open quote as a character: its line is one row, those after it are others. */
  #takeLiterally(): Row {
    return this.#take(1, (this.#lines[this.#first] ?? '').split(this.#separator));
  }

  #take(lines: number, row: Row): Row {
    this.#count += 1;
    this.#skip(lines);
    return row;
  }

  /** Goes to a later line; what is known of those after it is kept. */
  #skip(lines: number): void {
    this.#begun = null;
    if (this.#span > lines) {
      for (let at = 0; at < lines; at += 1)
        this.#length -= (this.#lines[this.#first + at] ?? '').length + 1;
      this.#span -= lines;
    } else {
      this.#span = 0;
      this.#next = null;
    }
    this.#first += lines;
  }
}
