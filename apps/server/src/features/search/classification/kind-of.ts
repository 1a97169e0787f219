import type { Category } from '@izgodno/contract/deals/vocabulary';
import { knownBrandAtStart } from '../brands/brand-of.ts';
import { kindNamed } from '../engine/analysis/product-names.ts';
import { kindsOfTags, readTitle } from '../engine/analysis/title-kinds.ts';
import { kindsOfGoogleNumber } from '../kinds/google-taxonomy.ts';
import { remember } from '../remember.ts';
import { isAccessory, kindById, withWiderKinds } from '../kinds/kinds.ts';

/** What a deal says that tells what it is. */
export interface DealWords {
  readonly title: string;
  readonly brand: string | null;
  readonly category: Category;
  readonly tags?: readonly string[];
  /** The source's own category, as written: "Дом > Кухня". */
  readonly sourceCategory?: string | null;
  /** The number of Google's taxonomy that the source names. */
  readonly googleCategory?: number | null;
}

/** The steps of a source's own path of categories, the widest first. */
export const stepsOfPath = (path: string): readonly string[] =>
  path.split(/>|\/|\||»|→|;|::/u).map((step) => step.trim());

/**
 * The kind of the number of Google's taxonomy. If it has several kinds, or wider ones than the title
 * names, the title decides. A title that names an accessory is believed: many shops file a case under
 * the phone that it is for.
 */
const kindOfFeed = (number: number, named: readonly string[]): string | null => {
  const ids = kindsOfGoogleNumber(number).map(({ id }) => id);
  const own = named.find((id) => withWiderKinds(id).some((wider) => ids.includes(wider)));
  if (own !== undefined) return own;
  if (named.some(isAccessory)) return null;
  return ids.find((id) => ids.every((other) => withWiderKinds(other).includes(id))) ?? null;
};

/** The product of the line that a title begins with: "Apple iPhone 15" is a phone. */
const kindOfLine = (title: string): string | null => {
  const words = title.toLowerCase().split(/\s+/u);
  const brand = knownBrandAtStart(words);
  if (brand === null) return null;
  const line = brand.isLine ? brand : knownBrandAtStart(words.slice(brand.length));
  return line?.isLine === true && line.slug === brand.slug ? kindNamed(line.product) : null;
};

/** The kind that the last step of a source's own path names. */
const kindOfPath = remember((path) => kindNamed(stepsOfPath(path).at(-1) ?? ''));

/**
 * What kind of product a deal is: by its feed's number of Google's taxonomy, else by the beginning of
 * its title, the source's own category, or a line of products, each only with a kind of the deal's
 * category; else by the one kind of another category that its title names, or by its tags. Null if
 * nothing says it.
 */
export const kindOf = ({
  title,
  category,
  tags = [],
  sourceCategory = null,
  googleCategory = null,
}: DealWords): string | null => {
  const named = readTitle(title, category).kinds;
  const ofFeed = googleCategory === null ? null : kindOfFeed(googleCategory, named);
  const fits = (id: string | null): id is string =>
    id !== null && (category === 'other' || kindById.get(id)?.category === category);
  const [only, ...others] = new Set(named);
  return (
    [ofFeed, ...named].find(fits) ??
    [kindOfPath(sourceCategory ?? '')].find(fits) ??
    [kindOfLine(title)].find(fits) ??
    (only !== undefined && others.length === 0 ? only : null) ??
    (tags.length === 0 ? [] : kindsOfTags(tags.join(', '), category)).find(fits) ??
    null
  );
};

/** The category of what a text is a name of: a step of a source's path. */
export const categoryNamed = (text: string): Category | undefined =>
  kindById.get(kindNamed(text) ?? '')?.category;

/** The categories of the kinds that a title names. */
export const categoriesOfTitle = (title: string): ReadonlySet<Category> =>
  new Set(readTitle(title, 'other').kinds.flatMap((id) => kindById.get(id)?.category ?? []));
