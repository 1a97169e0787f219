import { normalGtin, titleWords } from '#features/deals/api.ts';

/** What identifies the product of a page. */
export interface ProductIdentity {
  readonly title: string;
  readonly gtin: string | null;
  readonly mpn: string | null;
}

/** The least part of the shorter title's words that both titles have. */
const ALIKE = 0.5;

const isPartOf = (words: readonly string[], title: ReadonlySet<string>): boolean =>
  words.every((word) => title.has(word));

/** The words of a title that name a model, a size or a number. */
const modelsOf = (title: ReadonlySet<string>): readonly string[] =>
  [...title].filter((word) => /\d/.test(word));

/**
 * Whether two titles name the same product: they share half of the words, and neither has a number
 * or model that the other replaces. Shops add words to a title and leave some out.
 */
const areTitlesAlike = (one: string, other: string): boolean => {
  const words = titleWords(one);
  const others = titleWords(other);
  const common = [...words].filter((word) => others.has(word)).length;
  if (common < ALIKE * Math.min(words.size, others.size)) return false;
  return isPartOf(modelsOf(words), others) || isPartOf(modelsOf(others), words);
};

/** Whether a page still shows the product that it showed before. */
export const isSameProduct = (before: ProductIdentity, now: ProductIdentity): boolean => {
  const gtins = [before, now].flatMap(({ gtin }) => (gtin && normalGtin(gtin)) ?? []);
  const [gtin, other] = gtins;
  if (gtin !== undefined && other !== undefined) return gtin === other;
  if (before.mpn !== null && before.mpn === now.mpn) return true;
  return areTitlesAlike(before.title, now.title);
};
