import type { propertyOffers } from '@izgodno/contract/deals/vocabulary';
import { productNames, type ProductName } from '../engine/analysis/product-names.ts';
import { kindById } from '../kinds/kinds.ts';
import { readRooms } from './measured-parts.ts';
import { UnreadText, wordsIn } from './unread-text.ts';

const sale =
  'за продажба|продажба(?: на)?|продават? се|продавам?|(?:for )?sale|za prodaj?(?:zh)?ba|prodavam?';
const rent =
  '(?:(?:давам?|дава се|търся) )?под наем|(?:търся )?да наем[ае]|наемам|(?:for|to) rent|to let|(?:davam? )?pod naem';

const patterns = {
  sale: new RegExp(sale, 'gu'),
  rent: new RegExp(rent, 'gu'),
} as const satisfies Record<(typeof propertyOffers)[number], RegExp>;

const or = '(?: (?:или|и|or|and|ili|i) | ?[/,] ?)';
/** Both together set no filter: „под наем или за продажба“. */
const both = new RegExp(`(?:${sale})${or}(?:${rent})|(?:${rent})${or}(?:${sale})`, 'gu');

/** Whether a home or a plot is sold or let, as a query asks for. */
export interface AskedOffer {
  readonly value: keyof typeof patterns;
  /** The part of the query that asks for it. */
  readonly words: string;
}

const namesIn = (words: string): readonly ProductName[] => productNames(wordsIn(words));

const isHome = ({ id }: ProductName): boolean => kindById.get(id)?.category === 'imoti';

/** Whether a text names a home, a plot or the like. */
export const namesHome = (words: string): boolean =>
  namesIn(words).some(isHome) || readRooms(new UnreadText(words)).length > 0;

const readBesideHome = (text: UnreadText, pattern: RegExp): string | null =>
  text.read(pattern, ({ 0: words, index, input }) => {
    // „стая под наем“ and „хотел за продажба“ are names.
    const others = `${input.slice(0, index)} ${input.slice(index + words.length)}`;
    return namesHome(others) ? words : null;
  });

const readOne = (text: UnreadText, value: AskedOffer['value']): AskedOffer | null => {
  const words = readBesideHome(text, patterns[value]);
  return words === null ? null : { value, words };
};

const lodgings = /(?<!\p{L}|(?:за|for|za) )(?:квартир(?:а|ата|и|ите|ка)|kvartir[ai])(?!\p{L})/u;
const buying = /(?<!\p{L})(?:(?:за)?куп(?:я|им|ува)|kup(?:q|ya|uv)|buy)/u;

/** Lodgings are let, also if the query does not say so, unless one wants to buy them. */
const readLodgings = (text: UnreadText): AskedOffer | null =>
  text.shows(lodgings) ? { value: text.shows(buying) ? 'sale' : 'rent', words: '' } : null;

/** Euro cents. No home is let for so much a month. */
const DEAREST_RENT = 10_000_00;

/** Whether the first product that a text names is a home: no „стол за офис“. */
const beginsWithHome = (words: string): boolean => {
  const [name] = namesIn(words);
  return name === undefined ? namesHome(words) : isHome(name);
};

/** „апартамент до 100000 евро“ is for sale, although the query does not say so. */
const readByPrice = (text: UnreadText, price: number): AskedOffer | null =>
  price >= DEAREST_RENT && beginsWithHome(text.rest()) ? { value: 'sale', words: '' } : null;

/**
 * Reads the offer that a query for homes at a price in euro cents asks for; beside other products the
 * words stay.
 */
export const readOffer = (text: UnreadText, price: number): AskedOffer | null =>
  readBesideHome(text, both) === null
    ? (readOne(text, 'rent') ??
      readOne(text, 'sale') ??
      readByPrice(text, price) ??
      readLodgings(text))
    : null;
