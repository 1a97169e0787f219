import { categories, type Category } from '@izgodno/contract/deals/vocabulary';
import {
  categoriesOfTitle,
  categoryNamed,
  readGoogleCategory,
  stepsOfPath,
} from '#features/search/api.ts';
import { categoryWords } from './category-words.ts';

/** Cached category texts; a source has hundreds. */
const MEMORY = 5_000;

/**
 * Finds the category of the earliest word in a text; of several at one position the longest
 * decides.
 */
type WordFinder = (text: string) => Category | undefined;

interface ListedWord {
  readonly text: string;
  /** Whether more letters may follow. */
  readonly open: boolean;
  readonly category: Category;
}

/** Characters read of a category; the longest path of Google's taxonomy has 140. */
const MAX_LENGTH = 1_000;

/** The length of the index key of listed words; the shortest words have two letters. */
const KEY_LENGTH = 2;
const WORD_START = /(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu;
const LETTER = /[\p{L}\p{N}]/u;

const wordFinder = (lists: readonly (readonly [Category, string])[]): WordFinder => {
  const listed = lists.flatMap(([category, list]) =>
    list.split(',').map((entry): ListedWord => {
      const word = entry.trim();
      return { text: word.replace(/\*$/, ''), open: word.endsWith('*'), category };
    }),
  );
  const longestFirst = listed.toSorted((one, other) => other.text.length - one.text.length);
  const byKey = Map.groupBy(longestFirst, ({ text }) => text.slice(0, KEY_LENGTH));

  return (text) => {
    for (const { index } of text.matchAll(WORD_START)) {
      const candidates = byKey.get(text.slice(index, index + KEY_LENGTH)) ?? [];
      const found = candidates.find(
        (word) =>
          text.startsWith(word.text, index) &&
          (word.open || !LETTER.test(text.charAt(index + word.text.length))),
      );
      if (found !== undefined) return found.category;
    }
    return undefined;
  };
};

const known = categories.flatMap((category) =>
  category === 'other' ? [] : [[category, categoryWords[category]] as const],
);
const byProduct = wordFinder(known.map(([category, { products }]) => [category, products]));
const byDepartmentOrProduct = wordFinder(
  known.map(([category, { departments, products }]) => [category, `${departments},${products}`]),
);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/&amp;|&/g, ' and ')
    .replace(/[_\s\u00A0]+/g, ' ')
    .trim();

/**
 * The last step of a path is the most specific; earlier ones are tried in turn. The name of a kind
 * decides before the words, so that a kind is in one category, whatever shops call theirs.
 */
const byPath = (path: string): Category | undefined => {
  for (const step of stepsOfPath(path).toReversed()) {
    const category = categoryNamed(step) ?? byDepartmentOrProduct(plain(step));
    if (category !== undefined) return category;
  }
  return undefined;
};

/** The category of the kind that a title names; of kinds of several categories, the words decide. */
const byTitle = (title: string): Category | undefined => {
  const [category, ...others] = categoriesOfTitle(title);
  if (category !== undefined && others.length === 0) return category;
  return byProduct(plain(title)) ?? category;
};

/** Google's own entries exactly; others, such as translations, by their words. */
const byTaxonomy = (taxonomy: string): Category | undefined =>
  readGoogleCategory(taxonomy)?.category ?? byPath(taxonomy.replace(/^\s*\d+\s*(?:-\s*)?/, ''));

/**
 * Maps the categories of all sources, in Bulgarian or English, to ours: `google_product_category`
 * (a number, a path or both), else the source's own path such as "Дом > Кухня", else the words of
 * the title. Each may be empty.
 */
export type CategoryMapper = (taxonomy: string, path: string, title?: string) => Category;

export const createCategoryMapper = (): CategoryMapper => {
  const decided = new Map<string, Category | null>();

  const ofSource = (taxonomy: string, path: string): Category | null => {
    const key = `${taxonomy}\n${path}`;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const category = byTaxonomy(taxonomy) ?? byPath(path) ?? null;
    if (decided.size >= MEMORY) decided.clear();
    decided.set(key, category);
    return category;
  };

  return (taxonomy, path, title = '') =>
    ofSource(taxonomy.slice(0, MAX_LENGTH), path.slice(0, MAX_LENGTH)) ?? byTitle(title) ?? 'other';
};
