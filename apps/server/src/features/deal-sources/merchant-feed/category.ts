import type { Category } from '@izgodno/contract/deals/vocabulary';
import { taxonomyNumbers, wordRules } from './category-rules.ts';

/** Distinct category paths remembered; a feed has hundreds. */
const MEMORY = 5_000;

// \b knows ASCII letters only.
const beginnings = (words: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words.join('|')})`, 'iu');

const rules = wordRules.map(([category, words]) => [category, beginnings(words)] as const);

const byWords = (text: string): Category | undefined =>
  rules.find(([, words]) => words.test(text))?.[0];

const decide = (taxonomy: string, productType: string): Category => {
  const number = /^\s*(\d{1,9})\b/.exec(taxonomy)?.[1];
  return (
    (number === undefined ? undefined : taxonomyNumbers.get(Number(number))) ??
    byWords(taxonomy) ??
    byWords(productType) ??
    'other'
  );
};

/** Maps `google_product_category` (a number or a path) and `product_type` to our categories. */
export const createCategoryMapper = (): ((taxonomy: string, productType: string) => Category) => {
  const decided = new Map<string, Category>();
  return (taxonomy, productType) => {
    const key = `${taxonomy}\n${productType}`;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const category = decide(taxonomy, productType);
    if (decided.size >= MEMORY) decided.clear();
    decided.set(key, category);
    return category;
  };
};
