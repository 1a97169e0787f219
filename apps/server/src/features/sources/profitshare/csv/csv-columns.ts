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

export type CsvColumn = keyof typeof headers;

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
