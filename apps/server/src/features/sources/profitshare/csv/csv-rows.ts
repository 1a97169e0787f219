import { parse, type Parser } from 'csv-parse';
import { ImportError } from '../../pipeline/import-error.ts';
import type { ImportLimits } from '../../pipeline/import-limits.ts';

/** The columns of the feed, by their English and Bulgarian headers (specification of sources, section 1). */
const headers = {
  advertiser: ['advertiser name', 'име рекламодател'],
  category: ['category', 'категория'],
  manufacturer: ['manufacturer', 'производител'],
  code: ['product code', 'код продукт'],
  name: ['product name', 'наименование на продукта'],
  description: ['product description', 'описание на продукта'],
  link: ['product affiliate link', 'текстов линк на продукта'],
  picture: ['product picture', 'профилна снимка'],
  price: ['price with vat', 'цена с ддс'],
  discounted: ['price with discount, with vat', 'цена с намаление, с ддс'],
  currency: ['currency', 'валута'],
  freeShipping: ['free shipping', 'безплатна доставка'],
  gift: ['gift', 'включен подарък'],
} as const;

type CsvColumn = keyof typeof headers;

const isColumn = (name: string): name is CsvColumn => Object.hasOwn(headers, name);

const columns: ReadonlyMap<string, CsvColumn> = new Map(
  Object.entries(headers).flatMap(([column, names]) =>
    isColumn(column) ? names.map((name) => [name, column] as const) : [],
  ),
);

const normalise = (header: string): string =>
  header
    .replace(/^\uFEFF/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * The column at each position; null for other columns. A header with a comma takes two positions in
 * an unquoted comma-separated file; they are merged.
 */
export const readHeader = (cells: readonly string[]): readonly (CsvColumn | null)[] => {
  const found: (CsvColumn | null)[] = [];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = normalise(cells[at] ?? '');
    const joined = columns.get(`${cell}, ${normalise(cells[at + 1] ?? '')}`);
    if (joined !== undefined) at += 1;
    found.push(joined ?? columns.get(cell) ?? null);
  }
  return found;
};

/** The separator of a header line: the most frequent one outside quotes; `;` in a tie. */
export const separatorOf = (line: string): ';' | ',' | '\t' => {
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (mark: string): number => bare.split(mark).length;
  const [semicolons, commas, tabs] = [count(';'), count(','), count('\t')];
  if (tabs > semicolons && tabs > commas) return '\t';
  return commas > semicolons ? ',' : ';';
};

export interface CsvRow {
  /** The row's number after the header, from 1. */
  readonly row: number;
  readonly cells: Readonly<Partial<Record<CsvColumn, string>>>;
  /** The row has more cells than the header. */
  readonly surplus: boolean;
  /** A cell, or all of them together, exceeds the limits. */
  readonly tooLong: boolean;
}

/** Times the limit of a row from which the feed is given up; below, the row is rejected. */
const FATAL = 8;

const isTooLong = (
  cells: readonly string[],
  { maxFieldLength, maxRecordLength }: ImportLimits,
): boolean =>
  cells.some(({ length }) => length > maxFieldLength) ||
  cells.reduce((sum, { length }) => sum + length, 0) > maxRecordLength;

const HEADER_LINE = /^(?:[^"\r\n]|"[^"]*")*(?=\r?\n)/;
const needed: readonly CsvColumn[] = ['name', 'link', 'price'];

/** Parses text, cut anywhere, into rows. Throws `ImportError` if it is no such feed. */
export const readCsvRows = async function* (
  texts: AsyncIterable<string>,
  limits: ImportLimits,
): AsyncGenerator<readonly CsvRow[]> {
  let head = '';
  let parser: Parser | undefined;
  let failure: unknown;
  let columns: readonly (CsvColumn | null)[] | undefined;
  let row = 0;
  let rows: CsvRow[] = [];
  let lastCells = 0;
  let endsInNewline = false;

  const readRecord = (cells: readonly string[]): void => {
    lastCells = cells.length;
    if (columns === undefined) {
      columns = readHeader(cells);
      for (const column of needed) {
        if (!columns.includes(column))
          throw new ImportError('FEED_FORMAT_UNKNOWN', `The header names no column "${column}".`);
      }
      return;
    }
    row += 1;
    const named: Partial<Record<CsvColumn, string>> = {};
    for (const [at, column] of columns.entries())
      if (column !== null) named[column] = cells[at] ?? '';
    rows.push({
      row,
      cells: named,
      surplus: cells.length > columns.length,
      tooLong: isTooLong(cells, limits),
    });
  };

  const start = (text: string): Parser => {
    const line = HEADER_LINE.exec(text)?.[0] ?? text;
    if (/^\s*</.test(line))
      throw new ImportError(
        'FEED_FORMAT_UNKNOWN',
        'Expected values separated by ; or , with a header.',
      );
    const created = parse({
      delimiter: separatorOf(line),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: FATAL * limits.maxRecordLength,
      // Rows are taken in the callback, because the queue of a stream would cost more than parsing.
      on_record: (cells: readonly string[]) => {
        readRecord(cells);
        return null;
      },
    });
    created.on('error', (error) => (failure ??= error));
    created.resume();
    return created;
  };

  const take = (): readonly CsvRow[] => {
    if (failure !== undefined) throw toImportError(failure, row);
    const taken = rows;
    rows = [];
    return taken;
  };

  for await (const text of texts) {
    endsInNewline = text.endsWith('\n');
    if (parser !== undefined) {
      parser.write(text);
    } else {
      head += text;
      if (!HEADER_LINE.test(head)) {
        if (head.length <= limits.maxFieldLength) continue;
        throw new ImportError('FEED_FIELD_TOO_LARGE', 'The header never ends.');
      }
      parser = start(head);
      parser.write(head);
    }
    yield take();
  }
  if (parser === undefined) {
    if (head.trim() === '') throw new ImportError('FEED_EMPTY', 'The feed holds no text.');
    parser = start(head);
    parser.write(head);
  }
  const ended = Promise.withResolvers<void>();
  parser.once('end', ended.resolve);
  parser.once('error', () => ended.resolve());
  parser.end();
  await ended.promise;
  const last = take();
  if (!endsInNewline && lastCells < (columns?.length ?? 0))
    throw new ImportError('FEED_TRUNCATED', `The feed breaks off in row ${row}.`);
  yield last;
};

const toImportError = (error: unknown, row: number): ImportError => {
  if (error instanceof ImportError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new ImportError('FEED_FIELD_TOO_LARGE', `Row ${row + 1} is too long.`, { cause: error });
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new ImportError(
      'FEED_TRUNCATED',
      `The feed breaks off within quotes after row ${row}.`,
      {
        cause: error,
      },
    );
  const words = error instanceof Error ? error.message : String(error);
  return new ImportError('FEED_MALFORMED', `Not well-formed after row ${row}: ${words}.`, {
    cause: error,
  });
};
