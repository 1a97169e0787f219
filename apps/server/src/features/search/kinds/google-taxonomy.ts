import { readFileSync } from 'node:fs';
import type { Category } from '@izgodno/contract/deals/vocabulary';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';
import { remember } from '../remember.ts';
import { isAccessory, kindById, kinds, withWiderKinds, type Kind } from './kinds.ts';

/** Categories of whole branches of the taxonomy, for numbers that belong to no kind. */
const branches: ReadonlyMap<number, Category> = new Map<number, Category>([
  [1, 'home-garden'],
  [8, 'art-crafts'],
  [16, 'art-crafts'],
  [39, 'photography'],
  [54, 'music-instruments'],
  [111, 'tools-hardware'],
  [141, 'photography'],
  [166, 'clothing'],
  [216, 'collectibles'],
  [222, 'electronics'],
  [412, 'food'],
  [436, 'furniture'],
  [469, 'health-beauty'],
  [536, 'home-garden'],
  [537, 'toys-games'],
  [632, 'tools-hardware'],
  [772, 'other'],
  [783, 'books-media'],
  [839, 'books-media'],
  [855, 'books-media'],
  [888, 'automotive'],
  [922, 'other'],
  [988, 'sports'],
  [1239, 'toys-games'],
  [2092, 'electronics'],
  [5181, 'clothing'],
  [5605, 'other'],
]);

const rowSchema = z.tuple([
  z.string().check(z.regex(/^\d+$/)),
  z.string().check(z.regex(/^\d*$/)),
  z.string().check(z.minLength(1)),
]);

interface Entry {
  readonly parent: number;
  readonly name: string;
}

interface Taxonomy {
  readonly byNumber: ReadonlyMap<number, Entry>;
  /** By the folded path from the root. */
  readonly byPath: ReadonlyMap<string, number>;
}

const SEPARATOR = '>';

/** "Home &amp; Garden" and "home and garden" are the same step. */
const fold = (step: string): string =>
  step
    .toLowerCase()
    .replaceAll('&amp;', '&')
    .replaceAll(/\band\b/g, '&')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim();

/** Google's own table of numbers, parents and names, parents before their children. */
const readTaxonomy = (): Taxonomy => {
  const table = readFileSync(new URL('google-taxonomy.tsv', import.meta.url), 'utf8');
  const byNumber = new Map<number, Entry>();
  const byPath = new Map<string, number>();
  const paths = new Map<number, string>();
  for (const line of table.trimEnd().split('\n').slice(1)) {
    const [number, parent, name] = expectShape(rowSchema, line.split('\t'));
    const above = parent === '' ? '' : `${paths.get(Number(parent)) ?? ''}${SEPARATOR}`;
    const path = above + fold(name);
    byNumber.set(Number(number), { parent: Number(parent), name });
    paths.set(Number(number), path);
    byPath.set(path, Number(number));
  }
  return { byNumber, byPath };
};

let taxonomy: Taxonomy | undefined;
/** Read when a feed first needs it. */
const loaded = (): Taxonomy => (taxonomy ??= readTaxonomy());

const kindsByNumber = Map.groupBy(kinds, ({ google }) => google);

/** The kinds of a number itself, not of those above it. */
export const kindsOfGoogleNumber = (number: number): readonly Kind[] =>
  kindsByNumber.get(number) ?? [];

const readNumber = (text: string): number | null => {
  const { byNumber, byPath } = loaded();
  const [, digits = '', path = ''] = /^\s*(\d{1,9})?\s*-?\s*(.*)$/su.exec(text) ?? [];
  if (digits !== '' && byNumber.has(Number(digits))) return Number(digits);
  return byPath.get(path.split(SEPARATOR).map(fold).join(SEPARATOR)) ?? null;
};

/**
 * The number that a feed's `google_product_category` names by number, by path, or by both; null if it
 * is no entry of Google's taxonomy.
 */
export const googleNumber = remember((text): number | null =>
  text === '' ? null : readNumber(text),
);

export interface GoogleCategory {
  readonly category: Category | null;
  /** The kinds that the nearest number with kinds has; several if the number is a wide one. */
  readonly kinds: readonly Kind[];
}

/** What a feed's `google_product_category` says; null if it is no entry of Google's taxonomy. */
export const readGoogleCategory = (text: string): GoogleCategory | null => {
  let number: number | undefined = googleNumber(text) ?? undefined;
  if (number === undefined) return null;
  const { byNumber } = loaded();
  let found: readonly Kind[] = [];
  while (number !== undefined && number !== 0) {
    if (found.length === 0) found = kindsByNumber.get(number) ?? [];
    const category = found[0]?.category ?? branches.get(number);
    if (category !== undefined) return { category, kinds: found };
    number = byNumber.get(number)?.parent;
  }
  return { category: null, kinds: found };
};

/** The ids of the kinds at and below each number. */
const readBranches = (): ReadonlyMap<number, readonly string[]> => {
  const { byNumber } = loaded();
  const found = new Map<number, string[]>();
  for (const { id, google } of kinds) {
    let number = google ?? 0;
    while (number !== 0) {
      found.set(number, [...(found.get(number) ?? []), id]);
      number = byNumber.get(number)?.parent ?? 0;
    }
  }
  return found;
};

let kindsOfBranches: ReadonlyMap<number, readonly string[]> | undefined;

/** With more kinds than this, those of a branch have little in common. */
const NEAR_KINDS = 12;

const narrowerKinds = Map.groupBy(kinds, ({ wider }) => wider);

/** The kinds of the narrowest branch that has others beside those of a number; none if it is wide. */
const kindsBeside = (number: number): readonly string[] => {
  kindsOfBranches ??= readBranches();
  const own = kindsOfBranches.get(number)?.length ?? 0;
  const parent = loaded().byNumber.get(number)?.parent ?? 0;
  const found = kindsOfBranches.get(parent) ?? [];
  if (found.length > NEAR_KINDS) return [];
  return found.length > own || parent === 0 ? found : kindsBeside(parent);
};

/** What is near to a kind because it is used with it, and nothing else is: no board game fits a console. */
export const usedWith: ReadonlyMap<string, string> = new Map([['video-game', 'games-console']]);

/**
 * What is near a kind, the nearest first: its wider kinds, then those that Google's taxonomy has
 * beside it, unless it is an accessory of something else. Each is a list of ids.
 */
export const nearKinds = (id: string): readonly (readonly string[])[] => {
  const other = usedWith.get(id);
  if (other !== undefined) return [[other]];
  const wider = withWiderKinds(id)
    .slice(1)
    .filter((each) => (narrowerKinds.get(each)?.length ?? 0) <= NEAR_KINDS);
  const google = kindById.get(id)?.google ?? null;
  const beside = google === null || isAccessory(id) ? [] : kindsBeside(google);
  return [...wider.map((each) => [each]), beside];
};
