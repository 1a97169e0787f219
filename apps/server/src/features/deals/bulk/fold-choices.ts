import type { DealVariant, Media } from '@izgodno/contract/deals/deal';
import { euroCents } from '@izgodno/contract/common/money';
import { type RetainedDeal, retainedChoices, withIdentityOf } from './retained-deals.ts';
import { type ChoiceDeal, type MappedDeal, MAX_IMAGES } from './mapped-deal.ts';

/** The largest number of choices of one deal; further ones are left out. */
export const MAX_CHOICES = 200;
const LEAST_TITLE_WORDS = 2;

/** The external id of a product with choices. Items' own ids never have two spaces in a row. */
export const groupExternalId = (groupId: string): string => `group  ${groupId}`;

export const isChoice = (deal: MappedDeal): deal is ChoiceDeal => deal.choice !== null;

const letterSizes = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL', '6XL'];

const compareTexts = new Intl.Collator('bg', { numeric: true }).compare;

const compareSizes = (one: string, other: string): number => {
  const [rank, otherRank] = [one, other].map((size) => letterSizes.indexOf(size.toUpperCase()));
  return rank === undefined || otherRank === undefined || rank < 0 || otherRank < 0
    ? compareTexts(one, other)
    : rank - otherRank;
};

/** By colour, then size, so that the order of the feed is irrelevant. */
const compareChoices = (one: ChoiceDeal, other: ChoiceDeal): number =>
  compareTexts(one.choice.colour ?? '', other.choice.colour ?? '') ||
  compareTexts(one.choice.name ?? '', other.choice.name ?? '') ||
  compareSizes(one.choice.size ?? '', other.choice.size ?? '') ||
  compareTexts(one.externalId, other.externalId);

/** Words and punctuation that are left at the end of a title without its size or colour. */
const LOOSE_END = /(?:[\s,;:/|([–—-]|(?<!\p{L})(?:размер|р-р|size|eu|цвят|colou?r)(?!\p{L}))+$/iu;

/** A title without the size and colour at its end: "Маратонки Рим, размер 42" without the size. */
const productTitle = ({ title, choice }: ChoiceDeal): string => {
  const values = [choice.size, choice.colour, choice.name].flatMap((value) => value ?? []);
  let rest = title.replace(/[\s)\]]+$/, '');
  for (let left = values.length; left > 0; left -= 1) {
    const end = values.find((value) => rest.toLowerCase().endsWith(` ${value.toLowerCase()}`));
    if (end === undefined) break;
    rest = rest.slice(0, -end.length).replace(LOOSE_END, '');
  }
  return rest === '' || rest.length === title.length ? title : rest;
};

/** The words with which all titles begin; the first title if they have too few in common. */
const commonTitle = (titles: readonly string[]): string => {
  const [first = '', ...others] = titles;
  const words = first.split(' ');
  const shared = words.findIndex((word, at) =>
    others.some((title) => title.split(' ')[at] !== word),
  );
  if (shared === -1 || shared < LEAST_TITLE_WORDS) return first;
  return words.slice(0, shared).join(' ').replace(LOOSE_END, '');
};

const inStock = ({ availability }: MappedDeal): boolean => availability === 'in_stock';

const isBetter = (one: MappedDeal, other: MappedDeal): boolean =>
  inStock(one) === inStock(other) ? euroCents(one) < euroCents(other) : inStock(one);

const toVariant = (deal: ChoiceDeal): DealVariant => {
  const { size, colour, name } = deal.choice;
  const label = name ?? (size === null && colour === null ? deal.title : null);
  return {
    id: deal.externalId,
    ...(size === null ? {} : { size }),
    ...(colour === null ? {} : { colour }),
    ...(label === null ? {} : { name: label }),
    price: { amount: deal.amount, currency: deal.currency },
    inStock: inStock(deal),
    url: deal.link,
  };
};

const imagesOf = (deals: readonly MappedDeal[]): readonly Media[] => {
  const byUrl = new Map(deals.flatMap(({ media }) => media.map((image) => [image.url, image])));
  return [...byUrl.values()].slice(0, MAX_IMAGES);
};

const shared = <Value>(deals: readonly MappedDeal[], of: (deal: MappedDeal) => Value) => {
  const values = new Set(deals.map(of));
  const [value] = values;
  return values.size === 1 && value !== undefined ? value : null;
};

/**
 * The deal of a product from its choices, of which there is one at least. The price, stock and link
 * are those of the cheapest choice in stock, else of the cheapest; title, description and the order
 * of choices do not depend on it, so that they last while sizes come and go.
 */
export const foldChoices = (choices: readonly [ChoiceDeal, ...ChoiceDeal[]]): MappedDeal => {
  const [first = choices[0], ...others] = choices.toSorted(compareChoices).slice(0, MAX_CHOICES);
  const sorted = [first, ...others];
  const best = sorted.reduce((found, deal) => (isBetter(deal, found) ? deal : found));
  return {
    ...best,
    externalId: groupExternalId(first.choice.groupId),
    title: commonTitle(sorted.map(productTitle)),
    description: first.description,
    // The number of one size would match only the same size in other shops.
    gtin: shared(sorted, ({ gtin }) => gtin),
    mpn: shared(sorted, ({ mpn }) => mpn),
    media: imagesOf(sorted),
    choice: null,
    variants: sorted.map(toVariant),
  };
};

/** The largest ratio of the prices of choices that are assumed. */
const ASSUMED_PRICE_RATIO = 1.5;

/**
 * Whether items that are assumed to be choices of one product may be it: there are several, no size
 * occurs twice, and their prices are close. One item is enough if others cannot be used now.
 */
const mayBeOne = (deals: readonly ChoiceDeal[], hasUnusable: boolean): boolean => {
  const prices = deals.map(euroCents);
  const sizes = new Set(deals.map(({ choice }) => choice.size?.toLowerCase()));
  return (
    (deals.length > 1 || hasUnusable) &&
    sizes.size === deals.length &&
    Math.max(...prices) <= ASSUMED_PRICE_RATIO * Math.min(...prices)
  );
};

/** What is known of products beyond their usable items. */
interface KnownProducts {
  /** By external id, the stored ones of which some items cannot be used. */
  readonly retained: ReadonlyMap<string, RetainedDeal>;
  /** The group ids of assumed products that are none. */
  readonly apart: ReadonlySet<string>;
}

const nothingKnown: KnownProducts = { retained: new Map(), apart: new Set() };

const foldGroup = (
  choices: readonly [ChoiceDeal, ...ChoiceDeal[]],
  retained: RetainedDeal | undefined,
): MappedDeal => {
  if (retained === undefined) return foldChoices(choices);
  const read = new Set(choices.map(({ externalId }) => externalId));
  const stored = retainedChoices(retained, choices[0].choice.groupId, read);
  if (stored.length === 0) return foldChoices(choices);
  return withIdentityOf(retained.deal, foldChoices([...choices, ...stored]));
};

/** The deals of items, choices of one product as one deal. */
export const foldAll = (
  deals: readonly MappedDeal[],
  { retained, apart }: KnownProducts = nothingKnown,
): readonly MappedDeal[] => {
  const groups = Map.groupBy(deals.filter(isChoice), ({ choice }) => choice.groupId);
  const folded = [...groups.values()].flatMap((group): readonly MappedDeal[] => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    const { groupId, isAssumed } = first.choice;
    const stored = retained.get(groupExternalId(groupId));
    const isOne = !apart.has(groupId) && mayBeOne(group, stored !== undefined);
    return isAssumed && !isOne
      ? group.map((deal) => ({ ...deal, choice: null }))
      : [foldGroup([first, ...others], stored)];
  });
  return [...deals.filter((deal) => !isChoice(deal)), ...folded];
};
