import {
  filterNames,
  filters,
  type Filter,
  type FilterName,
} from '@izgodno/contract/search/filters';
import { bucketOf } from '@izgodno/contract/deals/facets';
import { brandTitle } from '../../brands/brand-of.ts';
import { byteFilters } from '../index/filter-columns.ts';
import { tieOf } from '../ordering.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { hashOf, tokensOfDeal } from './tokens.ts';

/** There are two sets of tables: while one serves, the other is filled. */
export type Generation = 'a' | 'b';

export const otherGeneration = (generation: Generation): Generation =>
  generation === 'a' ? 'b' : 'a';

/** The tables on each shard, and the distributed ones over them. */
export const dealsTable = (generation: Generation): string => `deals_${generation}`;
export const wordsTable = (generation: Generation): string => `words_${generation}`;
export const allDeals = (generation: Generation): string => `all_deals_${generation}`;
export const allWords = (generation: Generation): string => `all_words_${generation}`;
/** On each shard, one row: what its tables hold. */
export const STATE_TABLE = 'state';

type ColumnType = 'string' | 'bigint' | 'uint' | 'multi';
type Value = string | number | boolean | null | readonly number[];

interface Column {
  readonly type: ColumnType;
  readonly valueOf: (deal: SearchableDeal) => Value;
}

/** The column that a filter compares. Prefixed, because names such as `group` are words of SphinxQL. */
export const columnOf = (name: FilterName): string => `of_${name.toLowerCase()}`;

const typeOf = ({ kind }: Filter): ColumnType =>
  kind === 'oneOf' ? 'string' : kind === 'range' ? 'bigint' : 'uint';

const byteOf = new Map<FilterName, (typeof byteFilters)[number]['byte']>(
  byteFilters.map(({ name, byte }) => [name, byte]),
);

const isOwnName = (name: FilterName): name is FilterName & keyof SearchableDeal =>
  !byteOf.has(name);

const filteredValue = (deal: SearchableDeal, name: FilterName): Value => {
  const byte = byteOf.get(name);
  if (byte !== undefined) return deal[byte];
  return isOwnName(name) ? deal[name] : null;
};

const brandNameOf = ({ brand, brandName }: SearchableDeal): string | null =>
  brand === null ? null : (brandName ?? brandTitle(brand));

/** Every attribute of a deal. */
const dealColumns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...filterNames.map((name): [string, Column] => [
    columnOf(name),
    { type: typeOf(filters[name]), valueOf: (deal) => filteredValue(deal, name) },
  ]),
  ['brand_name', { type: 'string', valueOf: brandNameOf }],
  ['price_bucket', { type: 'uint', valueOf: ({ price }) => bucketOf(price) }],
  ['tie', { type: 'uint', valueOf: (deal) => tieOf(deal) }],
  ['posted_at', { type: 'bigint', valueOf: ({ postedAt }) => postedAt }],
  ['version', { type: 'bigint', valueOf: ({ version }) => version }],
]);

export const quoted = (text: string): string =>
  `'${text.replaceAll('\0', '').replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const literal = (value: Value): string => {
  if (typeof value === 'string') return quoted(value);
  if (value === null) return "''";
  if (typeof value === 'object') return `(${value.join()})`;
  return String(Number(value));
};

const insertedColumns = ['id', 'words', 'terms', ...dealColumns.keys()].join();

export interface WrittenDeals {
  readonly statement: string;
  /** The terms in them, without stems. */
  readonly terms: ReadonlySet<string>;
}

/** The statement that writes deals, whether or not the table has other versions of them. */
export const writeDeals = (
  generation: Generation,
  deals: readonly SearchableDeal[],
): WrittenDeals => {
  const terms = new Set<string>();
  const rows = deals.map((deal) => {
    const { text, keys, terms: ofDeal } = tokensOfDeal(deal);
    for (const term of ofDeal) terms.add(term);
    const values = [...dealColumns.values()].map(({ valueOf }) => literal(valueOf(deal)));
    return `(${[String(deal.id), quoted(text), literal(keys), ...values].join()})`;
  });
  const statement = `REPLACE INTO ${dealsTable(generation)} (${insertedColumns}) VALUES ${rows.join()}`;
  return { statement, terms };
};

/** The statement that writes words, of which those with a higher serial number are newer. */
export const writeWords = (
  generation: Generation,
  words: readonly string[],
  serial: number,
): string => {
  const rows = words.map((word) => `(${hashOf(word)}, '', ${quoted(word)}, ${serial})`);
  return `REPLACE INTO ${wordsTable(generation)} (id, unused, word, added) VALUES ${rows.join()}`;
};

/** The lines of the configuration that declare the columns of a table of deals. */
export const declaredColumns: readonly string[] = [
  'rt_field = words',
  'rt_attr_multi = terms',
  ...Array.from(dealColumns, ([name, { type }]) => `rt_attr_${type} = ${name}`),
];
