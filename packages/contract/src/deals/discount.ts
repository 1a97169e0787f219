/** The largest discount in percent, because a price of zero is not an offer of 100 %. */
const GREATEST_DISCOUNT = 99;

/**
 * Whole percent by which `amount` is below `former`, negative if it is above. Rounded towards zero,
 * so that no discount is overstated. Both are minor units of one currency.
 */
export const percentBelow = (amount: number, former: number): number =>
  // Multiplied before the division: (100 - 71) / 100 * 100 is 28.999… in floating point.
  former === 0 ? 0 : Math.trunc(((former - amount) * 100) / former) || 0;

/**
 * The discount of a deal: whole percent from 1 to 99 below its former price, or null if there is
 * none.
 */
export const discountPercent = (amount: number, former: number | null): number | null => {
  const percent = former === null ? 0 : percentBelow(amount, former);
  return percent < 1 ? null : Math.min(percent, GREATEST_DISCOUNT);
};
