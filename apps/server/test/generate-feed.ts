import type { RejectionReason } from '#features/sources/pipeline/connector.ts';

export interface FeedOptions {
  readonly rows: number;
  /**
   * The interval of rows at which each kind of dirt occurs once: 100 makes 1 % of each kind. Absent
   * for a clean feed. At least the number of kinds.
   */
  readonly dirtEvery?: number;
  /** The interval of rows whose price differs from the same feed without this option. */
  readonly repriceEvery?: number;
}

type Fields = Readonly<Record<string, string>>;

interface Dirt {
  readonly name: string;
  readonly soil: (fields: Fields, row: number) => Fields;
  /** The outcome of the row; absent for dirt that is cleaned. */
  readonly outcome?: RejectionReason | 'duplicate';
}

const set =
  (changes: Fields) =>
  (fields: Fields): Fields => ({ ...fields, ...changes });

const without =
  (name: string) =>
  (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

const idOf = (row: number): string => `BG-${row}`;

/** The kinds of dirt found in real feeds, one row each in turn. */
const dirtKinds: readonly Dirt[] = [
  { name: 'spaces in the price', soil: set({ price: '380 406.98 лв.' }) },
  { name: 'no-break spaces in the price', soil: set({ price: '380\u00A0406.98 лв.' }) },
  { name: 'price in both currencies', soil: set({ price: '762 769,79 лв / 389 998 €' }) },
  { name: 'dots between thousands', soil: set({ price: '1.099,99 €' }) },
  { name: 'old and new price', soil: set({ price: '99/55' }) },
  { name: 'no currency', soil: set({ price: '15.00' }) },
  { name: 'sale price of zero', soil: set({ sale_price: '0.00' }) },
  {
    name: 'sale without dates',
    soil: set({
      sale_price: '1.00 EUR',
      sale_price_effective_date: '0000-00-00/0000-00-00',
    }),
  },
  { name: 'dash for an image', soil: set({ image_link: '-' }) },
  { name: 'expiry of zeros', soil: set({ expiration_date: '0000-00-00' }) },
  {
    name: 'protocol-relative address',
    soil: (fields, row) => ({ ...fields, link: `//shop.example.bg/p/${row}` }),
  },
  {
    name: 'space after the address',
    soil: (fields) => ({ ...fields, link: `${fields['link']}  ` }),
  },
  {
    name: 'double-escaped title',
    soil: (fields) => ({ ...fields, title: `${fields['title']} &amp;amp;quot;Люкс&amp;amp;quot;` }),
  },
  {
    name: 'mark-up in the description',
    soil: set({
      description: '&lt;p&gt;Кожа&amp;nbsp;и &lt;b&gt;вълна&lt;/b&gt;&lt;br/&gt;42&lt;/p&gt;',
    }),
  },
  { name: 'availability in words', soil: set({ availability: 'available for order' }) },

  { name: 'no id', soil: without('id'), outcome: 'id_missing' },
  { name: 'no title', soil: set({ title: ' ' }), outcome: 'title_missing' },
  { name: 'no address', soil: without('link'), outcome: 'link_missing' },
  {
    name: 'address of no web page',
    soil: set({ link: 'javascript:alert(1)' }),
    outcome: 'link_invalid',
  },
  { name: 'no price', soil: without('price'), outcome: 'price_missing' },
  { name: 'price in words', soil: set({ price: 'по договаряне' }), outcome: 'price_invalid' },
  { name: 'foreign currency', soil: set({ price: '15.00 USD' }), outcome: 'currency_unsupported' },
  {
    name: 'price beyond reason',
    soil: set({ price: '99999999999 EUR' }),
    outcome: 'price_too_high',
  },
  {
    name: 'unknown availability',
    soil: set({ availability: 'perhaps' }),
    outcome: 'availability_unknown',
  },
  {
    name: 'unknown condition',
    soil: set({ condition: 'sparkling' }),
    outcome: 'condition_unknown',
  },
  { name: 'expired', soil: set({ expiration_date: '2020-01-31' }), outcome: 'expired' },
  {
    name: 'the row before it again',
    soil: (fields, row) => ({ ...fields, id: idOf(row - 1) }),
    outcome: 'duplicate',
  },
];

// The last kind repeats the row before it, which must be a clean one, so there is a gap between
// them.
const DUPLICATE_AT = dirtKinds.length;

const dirtOf = (row: number, every: number | undefined): Dirt | undefined => {
  if (every === undefined) return undefined;
  const turn = row % every;
  if (turn === DUPLICATE_AT) return dirtKinds[DUPLICATE_AT - 1];
  return turn < DUPLICATE_AT - 1 ? dirtKinds[turn] : undefined;
};

const nouns = [
  'Маратонки',
  'Лаптоп',
  'Диван',
  'Прахосмукачка',
  'Кафемашина',
  'Велосипед',
  'Палатка',
  'Телевизор',
];
const adjectives = [
  'спортен',
  'класически',
  'лек',
  'мощен',
  'компактен',
  'удобен',
  'водоустойчив',
  'зимен',
];
const brands = ['Acme', 'Витоша', 'Iskra', 'Пирин', 'Nova', 'Тракия', 'Lipa'];
const productTypes = [
  'Обувки &gt; Мъжки',
  'Електроника &gt; Лаптопи',
  'Мебели &gt; Дивани',
  'Дом и градина &gt; Кухня',
  'Спорт &gt; Велосипеди',
];

/** A deterministic number from a row and a purpose (a round of the murmur3 finaliser). */
const draw = (row: number, purpose: number): number => {
  let mixed = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

const pick = (from: readonly string[], row: number, purpose: number): string =>
  from[draw(row, purpose) % from.length] ?? '';

const fieldsOf = (row: number, repriced: boolean): Fields => {
  const cents = 500 + (draw(row, 1) % 200_000) + (repriced ? 100 : 0);
  const price = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} EUR`;
  const words = Array.from({ length: 12 }, (_, at) => pick(adjectives, row, 20 + at)).join(' ');
  return {
    id: idOf(row),
    title: `${pick(nouns, row, 2)} ${pick(adjectives, row, 3)} ${pick(brands, row, 4)} ${row}`,
    link: `https://shop.example.bg/p/${row}?a=1&amp;b=2`,
    description: `Модел ${row}: ${words}.`,
    image_link: `https://shop.example.bg/i/${row}.jpg`,
    availability: draw(row, 5) % 10 === 0 ? 'out_of_stock' : 'in_stock',
    price,
    brand: pick(brands, row, 4),
    condition: 'new',
    product_type: pick(productTypes, row, 6),
    gtin: String(3_800_000_000_000 + row),
  };
};

/** A deterministic feed as RSS 2.0, in pieces of some rows each. */
export const generateFeed = function* ({
  rows,
  dirtEvery,
  repriceEvery,
}: FeedOptions): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Пробен магазин</title><link>https://shop.example.bg</link><description>x</description>\n';
  let piece = '';
  for (let row = 0; row < rows; row += 1) {
    const clean = fieldsOf(row, repriceEvery !== undefined && row % repriceEvery === 0);
    const fields = dirtOf(row, dirtEvery)?.soil(clean, row) ?? clean;
    const elements = Object.entries(fields).map(
      ([name, value]) => `<g:${name}>${value}</g:${name}>`,
    );
    piece += `<item>${elements.join('')}</item>\n`;
    if (row % 500 === 499) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}</channel></rss>\n`;
};

export interface ExpectedCounts {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: Readonly<Partial<Record<RejectionReason, number>>>;
}

/** The counts of an import of the feed into an empty source. */
export const expectedCounts = ({ rows, dirtEvery }: FeedOptions): ExpectedCounts => {
  const rejected: Partial<Record<RejectionReason, number>> = {};
  let accepted = 0;
  let duplicates = 0;
  for (let row = 0; row < rows; row += 1) {
    const outcome = dirtOf(row, dirtEvery)?.outcome;
    if (outcome === undefined) accepted += 1;
    else if (outcome === 'duplicate') duplicates += 1;
    else rejected[outcome] = (rejected[outcome] ?? 0) + 1;
  }
  return { accepted, duplicates, rejected };
};
