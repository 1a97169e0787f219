import { normalise } from '@izgodno/contract/common/normalise';
import { likeliestLatin } from '@izgodno/contract/common/transliteration';
import { subjectOf } from '../engine/analysis/searchable-text.ts';
import { remember } from '../remember.ts';
import { brands, type Brand } from './brands.ts';

/** Longer slugs are no brands. */
const LONGEST_SLUG = 64;

/** What companies add to the name of their brand. */
const additions =
  /(?:-(?:originals|sportswear|performance|professional|electronics|paris|official|bulgaria|group|ltd|inc|gmbh|ood|eood|ad))+$/u;

/** A word of Cyrillic letters in Latin ones. */
const latin = remember(likeliestLatin);

/** A name as a slug: in Latin letters without accents. Empty for a name without such letters. */
const slugify = (name: string): string =>
  normalise(
    name
      .toLowerCase()
      .replaceAll(/['’`´]/gu, '')
      .replaceAll(/[\p{Script=Cyrillic}]+/gu, latin),
    'NFKD',
  )
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');

const bySpelling: ReadonlyMap<string, Brand> = new Map(
  brands.flatMap((brand) =>
    [brand.id, ...brand.names.map(slugify)].map((spelt) => [spelt, brand] as const),
  ),
);

/** The slug of the known brand with a spelling; of a line, of the brand that makes it. */
const knownSlug = (spelt: string): string | undefined => {
  const brand = bySpelling.get(spelt);
  return brand?.of === '' ? brand.id : brand?.of;
};

/** The slug of a brand by any of its spellings: „Найк“, "NIKE" and "Nike Sportswear" are one. */
export const brandSlug = remember((name): string | null => {
  const spelt = slugify(name);
  const known = knownSlug(spelt) ?? knownSlug(spelt.replace(additions, ''));
  if (known !== undefined) return known;
  return spelt === '' || spelt.length > LONGEST_SLUG ? null : spelt;
});

const titles = new Map(brands.map(({ id, names: [title = id] }) => [id, title]));

/** The name of a brand of which no deal spells it: its own, if it is known. */
export const brandTitle = (slug: string): string =>
  titles.get(slug) ??
  slug.replaceAll(/(?<![a-z0-9])[a-z]/gu, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

/** Brands that are also common words: in a title they are brands only if its source says so. */
const commonWords: ReadonlySet<string> = new Set([
  'civic',
  'golf',
  'logan',
  'del',
  'dell',
  'pixel',
  'sharp',
  'fender',
]);

/** Words at the beginning of a title that may be its brand. */
const LEADING_WORDS = 4;

/** The first words of a text as slugs, of which the last one may only end a brand of two words. */
const firstWords = (text: string): readonly string[] => {
  const words: string[] = [];
  for (const part of text.split(/\s+/u)) {
    const slug = slugify(part);
    if (slug !== '') words.push(...slug.split('-'));
    if (words.length > LEADING_WORDS) break;
  }
  return words;
};

/** The known brand at the beginning of a title: "Маратонки Nike Air Max". */
const brandInTitle = (title: string): string | null => {
  const words = firstWords(subjectOf(title));
  for (let at = 0; at < LEADING_WORDS; at += 1) {
    const word = words[at] ?? '';
    const known =
      knownSlug(`${word}-${words[at + 1]}`) ??
      (commonWords.has(word) ? undefined : knownSlug(word));
    if (known !== undefined) return known;
  }
  return null;
};

/** The slug of a deal's brand: the given one, else a known one in its title. */
export const brandOf = (deal: {
  readonly brand: string | null;
  readonly title: string;
}): string | null => (deal.brand === null ? brandInTitle(deal.title) : brandSlug(deal.brand));

/** A known brand among words, or a line of its products. */
export interface KnownBrand {
  readonly slug: string;
  /** The product that the brand or the line is known for; empty if there is none. */
  readonly product: string;
  readonly isLine: boolean;
  /** The number of its words. */
  readonly length: number;
}

const LONGEST_NAME = 3;

/** A name in its own script, because transliterating each word of a query takes too long. */
const fold = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/['’`´]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');

const byName: ReadonlyMap<string, Brand> = new Map(
  brands.flatMap((brand) => [brand.id, ...brand.names].map((name) => [fold(name), brand] as const)),
);

/** The first word of a folded name. */
const firstOf = (folded: string): string => folded.split('-', 1)[0] ?? '';

/** What the names of brands begin with: most words begin none. */
const beginnings: ReadonlySet<string> = new Set([...byName.keys()].map(firstOf));

/** The known brand at the beginning of words, by its longest spelling. */
export const knownBrandAtStart = (words: readonly string[]): KnownBrand | null => {
  if (!beginnings.has(firstOf(fold(words[0] ?? '')))) return null;
  for (let length = Math.min(LONGEST_NAME, words.length); length > 0; length -= 1) {
    const brand = byName.get(fold(words.slice(0, length).join(' ')));
    if (brand !== undefined) {
      const isLine = brand.of !== '';
      return { slug: isLine ? brand.of : brand.id, product: brand.product, isLine, length };
    }
  }
  return null;
};
