import { subjectOf } from '../engine/analysis/searchable-text.ts';
import { toLatin } from '../engine/analysis/transliteration.ts';
import { brands } from './brands.ts';

/** Longer slugs are no brands. */
const LONGEST_SLUG = 64;

/** What companies add to the name of their brand. */
const additions =
  /(?:-(?:originals|sportswear|performance|professional|electronics|paris|official|bulgaria|group|ltd|inc|gmbh|ood|eood|ad))+$/u;

const latin = (word: string): string =>
  /\p{Script=Cyrillic}/u.test(word) ? (toLatin(word)[0]?.text ?? '') : word;

/** A name as a slug: in Latin letters without accents. Empty for a name without such letters. */
const slugify = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/['’`´]/gu, '')
    .replaceAll(/[\p{Script=Cyrillic}]+/gu, latin)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');

const slugs = new Map(
  brands.flatMap(({ id, of, names }) =>
    [id, ...names.map(slugify)].map((spelt) => [spelt, of === '' ? id : of] as const),
  ),
);

/** The slug of a brand by any of its spellings: „Найк“, "NIKE" and "Nike Sportswear" are one. */
export const brandSlug = (name: string): string | null => {
  const spelt = slugify(name);
  const known = slugs.get(spelt) ?? slugs.get(spelt.replace(additions, ''));
  if (known !== undefined) return known;
  return spelt === '' || spelt.length > LONGEST_SLUG ? null : spelt;
};

const titles = new Map(brands.map(({ id, names: [title = id] }) => [id, title]));

/** The name of a brand of which no deal spells it: its own, if it is known. */
export const brandTitle = (slug: string): string =>
  titles.get(slug) ??
  slug.replaceAll(/(?<![a-z0-9])[a-z]/gu, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

/** Brands that are also common words: in a title they are brands only if its source says so. */
const commonWords: ReadonlySet<string> = new Set([
  'golf',
  'del',
  'dell',
  'pixel',
  'sharp',
  'fender',
]);

/** Words at the beginning of a title that may be its brand. */
const LEADING_WORDS = 4;

/** The known brand at the beginning of a title: "Маратонки Nike Air Max". */
const brandInTitle = (title: string): string | null => {
  const words = slugify(subjectOf(title)).split('-');
  for (let at = 0; at < LEADING_WORDS; at += 1) {
    const word = words[at] ?? '';
    const known =
      slugs.get(`${word}-${words[at + 1]}`) ??
      (commonWords.has(word) ? undefined : slugs.get(word));
    if (known !== undefined) return known;
  }
  return null;
};

/** The slug of a deal's brand: the given one, else a known one in its title. */
export const brandOf = (deal: {
  readonly brand: string | null;
  readonly title: string;
}): string | null => (deal.brand === null ? brandInTitle(deal.title) : brandSlug(deal.brand));
