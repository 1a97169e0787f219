import { convertMinor, type Currency } from '@izgodno/contract/common/money';
import type { Condition } from '@izgodno/contract/deals/vocabulary';
import type { Family } from './family.ts';
import type { Random } from './random.ts';

/** The remaining part of a new product's price. */
const VALUE_LEFT: Readonly<Record<Condition, number>> = {
  new: 1,
  like_new: 0.74,
  good: 0.56,
  fair: 0.38,
  for_parts: 0.15,
};
/** The same for families priced by their second-hand value. */
const WORTH: Readonly<Record<Condition, number>> = {
  new: 1.5,
  like_new: 1.2,
  good: 1,
  fair: 0.75,
  for_parts: 0.3,
};

/** The random range of prices within one family, either way, before facts and condition. */
const SPREAD = 0.14;

/** An unrounded estimate in euros; `askingPrice` turns it into a price. */
export const estimate = (
  family: Family,
  factor: number,
  condition: Condition,
  random: Random,
): number => {
  const stored = family.trade === 'used' ? WORTH[condition] : VALUE_LEFT[condition];
  return family.price * factor * stored * (1 + (random.next() * 2 - 1) * SPREAD);
};

const toStep = (euros: number, step: number): number =>
  Math.max(step, Math.round(euros / step) * step);

const shopPrice = (euros: number): number => {
  if (euros < 10) return toStep(euros, 0.5) - 0.01;
  if (euros < 100) return toStep(euros, 1) - 0.01;
  if (euros < 300) return toStep(euros, 1) - 0.1;
  return toStep(euros, 10) - 1;
};

const privatePrice = (amount: number): number => {
  if (amount < 20) return toStep(amount, 1);
  if (amount < 200) return toStep(amount, 5);
  if (amount < 2_000) return toStep(amount, 10);
  return toStep(amount, 50);
};

const travelPrice = (euros: number): number =>
  euros < 60 ? toStep(euros, 1) : toStep(euros, 10) - 1;

const propertyPrice = (euros: number): number =>
  euros < 3_000 ? toStep(euros, 10) : toStep(euros, 500);

/** The price as such a seller would write it, in minor units of the currency. */
export const askingPrice = (
  euros: number,
  seller: Exclude<Family['trade'], 'both'>,
  currency: Currency,
): number => {
  const amount = convertMinor(Math.round(euros * 100), 'EUR', currency) / 100;
  const round = {
    shop: shopPrice,
    used: privatePrice,
    journey: travelPrice,
    property: propertyPrice,
  }[seller];
  return Math.round(round(amount) * 100);
};
