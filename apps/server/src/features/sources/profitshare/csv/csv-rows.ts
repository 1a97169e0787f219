import { ImportError } from '../../pipeline/import-error.ts';
import type { ImportLimits } from '../../pipeline/import-limits.ts';
import { isRowTooLong, SeparatedRows } from '../../records/separated-rows.ts';

/** The columns of the feed, by their English and Bulgarian headers (specification of sources, section 1). */
const headers = {
  advertiser: ['advertiser name', 'име рекламодател'],
  category: ['category', 'категория'],
  manufacturer: ['manufacturer', 'производител'],
  code: ['product code', 'код продукт'],
  name: ['product name', 'наименование на продукта'],
  description: ['product description', 'описание на продукта'],
  link: ['product affiliate link', 'текстов линк на продукта'],
  image: ['product picture', 'профилна снимка'],
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
  /** The feed may break off in the row. */
  readonly cut: boolean;
}

const HEADER_LINE = /^(?:[^"\r\n]|"[^"]*")*(?=\r?\n)/;
const needed: readonly CsvColumn[] = ['name', 'link', 'price'];

/** The reader for a feed that begins with this text. Throws `ImportError` for markup. */
const readerFor = (text: string, limits: ImportLimits): SeparatedRows => {
  const line = HEADER_LINE.exec(text)?.[0] ?? text;
  if (/^\s*</.test(line))
    throw new ImportError(
      'FEED_FORMAT_UNKNOWN',
      'Expected values separated by ; or , with a header.',
    );
  return new SeparatedRows(separatorOf(line), limits);
};

/** Names the cells of all rows by those of the first one. */
const createRowNamer = (limits: ImportLimits) => {
  let columns: readonly (CsvColumn | null)[] | undefined;
  let row = 0;

  const readNames = (cells: readonly string[]): void => {
    columns = readHeader(cells);
    for (const column of needed) {
      if (!columns.includes(column))
        throw new ImportError('FEED_FORMAT_UNKNOWN', `The header names no column "${column}".`);
    }
  };

  return {
    get columns(): number {
      return columns?.length ?? 0;
    },
    name(rows: readonly (readonly string[])[], reader: SeparatedRows): readonly CsvRow[] {
      return rows.flatMap((cells): readonly CsvRow[] => {
        if (columns === undefined) {
          readNames(cells);
          return [];
        }
        row += 1;
        const named: Partial<Record<CsvColumn, string>> = {};
        // Not for each column, because a row of few characters must cost little.
        for (const [at, cell] of cells.entries()) {
          const column = columns[at] ?? null;
          if (column !== null) named[column] = cell;
        }
        const surplus = cells.length > columns.length;
        const tooLong = isRowTooLong(cells, limits);
        return [{ row, cells: named, surplus, tooLong, cut: reader.isCut(cells) }];
      });
    },
  };
};

/** Parses text, cut anywhere, into rows. Throws `ImportError` if it is no such feed. */
export const readCsvRows = async function* (
  texts: AsyncIterable<string>,
  limits: ImportLimits,
): AsyncGenerator<readonly CsvRow[]> {
  const namer = createRowNamer(limits);
  let head = '';
  let reader: SeparatedRows | undefined;
  for await (const text of texts) {
    if (reader !== undefined) {
      yield namer.name(reader.push(text), reader);
      continue;
    }
    head += text;
    if (!HEADER_LINE.test(head)) {
      if (head.length <= limits.maxFieldLength) continue;
      throw new ImportError('FEED_FIELD_TOO_LARGE', 'The header never ends.');
    }
    reader = readerFor(head, limits);
    yield namer.name(reader.push(head.replace(/^\uFEFF/, '')), reader);
  }
  if (reader === undefined) {
    if (head.trim() === '') throw new ImportError('FEED_EMPTY', 'The feed holds no text.');
    reader = readerFor(head, limits);
    yield namer.name(reader.push(head), reader);
  }
  yield namer.name(reader.end(namer.columns), reader);
  if (namer.columns === 0) throw new ImportError('FEED_FORMAT_UNKNOWN', 'The header is empty.');
};
