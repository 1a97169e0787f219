import type { NamedPart } from '@izgodno/contract/search/understood';
import { startsCyrillic } from '@izgodno/contract/common/transliteration';
import { knownBrandAtStart, type KnownBrand } from '../brands/brand-of.ts';
import { conceptsFrom, countriesFrom, isCountry, isLocation } from '../engine/analysis/concepts.ts';
import { countryNames, locationsOfCountries } from '../engine/analysis/countries.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { isExcluding, namesPurpose } from '../engine/analysis/scanner.ts';
import { stem } from '../engine/analysis/stem.ts';
import { isAccessory, kindById, withWiderKinds } from '../kinds/kinds.ts';
import { precedesLocation } from './locations.ts';
import { readRooms, readSizes, readYears } from './measured-parts.ts';
import { UnreadText, type UnreadWord } from './unread-text.ts';

/** Words that say which product of a line is meant: "iPhone 15 Pro Max". */
const model = /^(?:\p{L}{0,2}\d\S*|pro|max|plus|mini|ultra|lite|air|про|макс|плюс)$/u;

const textOf = (typed: string, words: readonly UnreadWord[]): string =>
  typed.slice(words[0]?.start, words.at(-1)?.end);

interface NamedBrand extends KnownBrand {
  /** The positions of its words. */
  readonly from: number;
  readonly to: number;
}

const LONGEST_NAME = 3;

const brandFrom = (words: readonly UnreadWord[], at: number): KnownBrand | null =>
  knownBrandAtStart(words.slice(at, at + LONGEST_NAME).map(({ text }) => text));

/** The brand that begins at a word, with its lines and their models: "Samsung Galaxy S23". */
const brandAt = (words: readonly UnreadWord[], from: number): NamedBrand | null => {
  const first = brandFrom(words, from);
  if (first === null) return null;
  let to = from + first.length;
  let { isLine } = first;
  for (;;) {
    const next = brandFrom(words, to);
    if (next?.slug === first.slug) {
      to += next.length;
      isLine = next.isLine;
    } else if (isLine && model.test(words[to]?.text ?? '')) to += 1;
    else return { ...first, from, to };
  }
};

const brandsAmong = (words: readonly UnreadWord[]): readonly NamedBrand[] => {
  const found: NamedBrand[] = [];
  for (let at = 0; at < words.length; at += 1) {
    // What something is for is not its brand: „калъф за iPhone“.
    const brand = namesPurpose(words[at - 1]?.text ?? '') ? null : brandAt(words, at);
    if (brand === null) continue;
    found.push(brand);
    at = brand.to - 1;
  }
  return found;
};

const CAR = 'car';
const carNames: readonly string[] = kindById.get(CAR)?.bg ?? [];

/** Whether a brand is that of the products: not in "BMW tyres", and not in "Samsung charger". */
const isOfProducts = ({ product }: KnownBrand, kinds: readonly string[]): boolean => {
  const makesCars = carNames.includes(product);
  return kinds.every(
    (kind) => !isAccessory(kind) && (!makesCars || withWiderKinds(kind).includes(CAR)),
  );
};

/** How many words from one on are the name of a country or of a location in one. */
const locationLength = (words: readonly UnreadWord[], at: number): 0 | 1 | 2 => {
  const first = stem(words[at]?.text ?? '');
  const second = stem(words[at + 1]?.text ?? '');
  const isPair = isCountry(conceptsFrom(first)?.get(second) ?? '');
  if (isPair || countriesFrom(first)?.has(second) === true) return 2;
  return isLocation(first) ? 1 : 0;
};

const stemsOf = (words: readonly string[]): string =>
  words.map((word) => stem(word.toLowerCase())).join(' ');

/** The names to show of countries and the locations in them, by the stems of each of their names. */
const locationLabels: ReadonlyMap<string, NamedPart['label']> = new Map(
  [...countryNames, ...locationsOfCountries.flatMap(({ locations }) => locations)].flatMap(
    (names) => {
      const [bg = ''] = names;
      const en = names.find((name) => !startsCyrillic(name)) ?? bg;
      const label = { bg, en };
      return names.map((name) => [stemsOf(name.split(' ')), label] as const);
    },
  ),
);

/** The countries and the locations in them that no filter is made of. */
const locationsAmong = (
  typed: string,
  words: readonly UnreadWord[],
  isKindAt: (at: number) => boolean,
): readonly NamedPart[] => {
  const found: NamedPart[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const length = isKindAt(at) ? 0 : locationLength(words, at);
    if (length === 0) continue;
    const before = words[at - 1]?.text ?? '';
    const name = words.slice(at, at + length);
    const from = precedesLocation(before) ? at - 1 : at;
    const text = textOf(typed, words.slice(from, at + length));
    if (!isExcluding(before) && text !== typed)
      found.push({
        name: 'location',
        text,
        label: locationLabels.get(stemsOf(name.map((word) => word.text))),
      });
    at += length - 1;
  }
  return found;
};

/**
 * The brands, rooms, sizes, kinds of products and locations abroad that the words of a query name. Unlike
 * prices or towns they stay words, because deals name them, too.
 */
export const readNamedParts = (words: string): readonly NamedPart[] => {
  const text = new UnreadText(words);
  const measured = [...readYears(text), ...readRooms(text), ...readSizes(text)].map(
    ({ name, value, start, end }): NamedPart => {
      const typed = words.slice(start, end);
      return value === undefined ? { name, text: typed } : { name, text: typed, value };
    },
  );
  const left = text.words();
  const names = productNames(left.map((word) => word.text)).filter(
    ({ from }) => !isExcluding(left[from - 1]?.text ?? ''),
  );
  const isKindAt = (at: number): boolean => names.some(({ from, to }) => from <= at && at < to);
  const kinds = names.map(({ id }) => id);
  const named = brandsAmong(left);
  const brands = named
    .filter((brand) => !isKindAt(brand.from) && isOfProducts(brand, kinds))
    .map(({ slug, from, to }): NamedPart => ({
      name: 'brand',
      text: textOf(words, left.slice(from, to)),
      value: slug,
    }));
  const locations = locationsAmong(words, left, isKindAt);
  const isInBrand = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    named.some((brand) => brand.product === '' && brand.from <= from && to <= brand.to);
  const products = names.flatMap((product): NamedPart[] => {
    const { id, from, to } = product;
    const kind = kindById.get(id);
    const typed = textOf(words, left.slice(from, to));
    // „кока кола“ is no car.
    if (kind === undefined || typed === words || isInBrand(product)) return [];
    const label = { bg: kind.bg[0] ?? id, en: kind.en[0] ?? id };
    return [{ name: 'kind', text: typed, value: id, label }];
  });
  return [...products, ...brands, ...locations, ...measured];
};
