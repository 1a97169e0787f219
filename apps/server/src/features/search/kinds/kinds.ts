import { readFileSync } from 'node:fs';
import { categories, categorySchema } from '@izgodno/contract/deals/vocabulary';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';

const HEADER = 'id\tgoogle\twider\ten\tbg';
const COLUMNS = 5;

const name = z.string().check(z.minLength(2), z.trim());
const names = z.array(name).check(z.minLength(1));
const splitNames = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list) => list.split(', ')),
  ),
  names,
);

const kindSchema = z.object({
  /** A name for URLs and for the database; it never changes. */
  id: z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
  /** The number in Google's product taxonomy; several kinds may share one. */
  google: z.pipe(
    z.string().check(z.regex(/^\d*$/)),
    z.transform((digits) => (digits === '' ? null : Number(digits))),
  ),
  /** The kind that it is one of, if there is such a kind: a desk lamp is a lamp. */
  wider: z.string(),
  /** Names in the language, the one to show first. */
  en: splitNames,
  bg: splitNames,
  category: categorySchema,
});

/** A kind of product that people trade here. */
export type Kind = z.output<typeof kindSchema>;

/** Parses the kinds of a category. Throws for a line that does not fit the schema. */
export const parseKinds = (table: string, category: string): readonly Kind[] => {
  const [header, ...lines] = table.trimEnd().split('\n');
  if (header !== HEADER) throw new Error(`The kinds of ${category} have other columns`);
  return lines.map((line) => {
    const cells = line.split('\t');
    const [id, google, wider, en, bg] = cells;
    const parsed = parseUntrusted(kindSchema, { id, google, wider, en, bg, category });
    if (!parsed.success || cells.length !== COLUMNS) {
      throw new Error(`A kind of ${category} is invalid: ${line}`);
    }
    return parsed.data;
  });
};

/** Every kind, from `data/<category>.tsv`. The files are for native speakers to edit. */
export const kinds: readonly Kind[] = categories.flatMap((category) =>
  parseKinds(readFileSync(new URL(`data/${category}.tsv`, import.meta.url), 'utf8'), category),
);

export const kindById: ReadonlyMap<string, Kind> = new Map(kinds.map((kind) => [kind.id, kind]));

const widen = (kind: Kind): readonly string[] => {
  const ids = [kind.id];
  let wider = kindById.get(kind.wider);
  while (wider !== undefined && !ids.includes(wider.id)) {
    ids.push(wider.id);
    wider = kindById.get(wider.wider);
  }
  return ids;
};

const widened: ReadonlyMap<string, readonly string[]> = new Map(
  kinds.map((kind) => [kind.id, widen(kind)]),
);

/** A kind and the wider ones that it belongs to: a desk lamp is a lamp. */
export const withWiderKinds = (id: string): readonly string[] => widened.get(id) ?? [];

/** Whether a kind is something that people do for others: lessons, a dentist. */
export const isService = (id: string): boolean => withWiderKinds(id).includes('service');

const everyName: ReadonlySet<string> = new Set(kinds.flatMap(({ en, bg }) => [...en, ...bg]));

/** Whether a name says for which product it is: „калъф за телефон“. */
const namesPurpose = (each: string): boolean =>
  everyName.has(/ (?:за|for) (.+)$/u.exec(each)?.[1] ?? '');

const isForProduct = ({ en, bg }: Kind): boolean => [...en, ...bg].some(namesPurpose);

const narrower = Map.groupBy(kinds, ({ wider }) => wider);

/** Fewer narrower kinds for other products do not make a kind an accessory: only some cups are for wine. */
const SEVERAL = 3;

const isMostlyForProducts = ({ id }: Kind): boolean => {
  const of = narrower.get(id) ?? [];
  const { length } = of.filter(isForProduct);
  return length > 0 && (length === of.length || (length >= SEVERAL && length * 2 > of.length));
};

const accessories: ReadonlySet<string> = new Set(
  kinds.filter((kind) => isForProduct(kind) || isMostlyForProducts(kind)).map(({ id }) => id),
);

/** Whether products of a kind are for others: the brand beside their name is often that of the other. */
export const isAccessory = (id: string): boolean => accessories.has(id);

const named = kinds.flatMap(({ id, en, bg }) =>
  [...en, ...bg].map((each) => ({ id, first: /^\S+(?= )/u.exec(each)?.[0] })),
);
const idsByFirstWord = Map.groupBy(named, ({ first }) => first);

/** The kinds with names that begin with a name of a kind: an "office chair" for an office. */
export const kindsCalledBy = (id: string): readonly string[] => {
  const { en = [], bg = [] } = kindById.get(id) ?? {};
  const found = [...en, ...bg].flatMap((each) => idsByFirstWord.get(each) ?? []);
  return [...new Set(found.map((called) => called.id))].filter((called) => called !== id);
};
