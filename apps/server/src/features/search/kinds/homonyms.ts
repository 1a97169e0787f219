import { readFileSync } from 'node:fs';
import { type Category, categorySchema } from '@izgodno/contract/deals/vocabulary';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';

const HEADER = 'category\tnamed\tmeant';

const homonymSchema = z.tuple([categorySchema, z.string(), z.string()]);

/** Kinds whose names mean another kind in deals of a category. The file is for native speakers to edit. */
export const homonyms: readonly (readonly [category: Category, named: string, meant: string])[] =
  (() => {
    const table = readFileSync(new URL('homonyms.tsv', import.meta.url), 'utf8');
    const [header, ...lines] = table.trimEnd().split('\n');
    if (header !== HEADER) throw new Error('The homonyms have other columns');
    return lines.map((line) => expectShape(homonymSchema, line.split('\t')));
  })();

const meant: ReadonlyMap<Category, ReadonlyMap<string, string>> = new Map(
  Array.from(
    Map.groupBy(homonyms, ([category]) => category),
    ([category, rows]) => [category, new Map(rows.map(([, named, kind]) => [named, kind]))],
  ),
);

/** The kind that a name means in a deal of a category: a keyboard among instruments is a synthesizer. */
export const meantIn = (category: Category, id: string): string =>
  meant.get(category)?.get(id) ?? id;

const meantAnywhere: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(
    Map.groupBy(homonyms, ([, named]) => named),
    ([named, rows]) => [named, rows.map(([, , kind]) => kind)],
  ),
);

/** The other kinds that the names of a kind mean in some category. */
export const homonymsOf = (id: string): readonly string[] => meantAnywhere.get(id) ?? [];
