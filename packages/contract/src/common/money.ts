import * as z from 'zod/mini';

/** The currencies deals are priced in. Both have two decimal places. */
export const currencies = ['EUR', 'BGN'] as const;
export const currencySchema = z.enum(currencies);
export type Currency = z.infer<typeof currencySchema>;

/** The largest price of a deal in minor units: ten million in major units. */
export const MAX_PRICE_MINOR = 1_000_000_000;

const moneyUpTo = (maximum: number) =>
  z.object({
    amount: z.int().check(z.minimum(0), z.maximum(maximum)),
    currency: currencySchema,
  });

/** An amount in integer minor units (cents, stotinki) with its ISO 4217 currency. */
export const moneySchema = moneyUpTo(MAX_PRICE_MINOR);
export type Money = z.infer<typeof moneySchema>;

/**
 * An amount that follows from prices: the sum of two, or one in the other currency, which is less
 * than two of it.
 */
export const derivedMoneySchema = moneyUpTo(2 * MAX_PRICE_MINOR);

/** Leva per euro, fixed by law since 2026-01-01. */
export const BGN_PER_EUR = 1.95583;

// The rate has five decimals; scaled by 100,000 the division uses integers, so that no
// floating-point error affects rounding at the third digit.
const SCALED_RATE = 195_583n;
const SCALE = 100_000n;

const divideHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((numerator * 2n + denominator) / (denominator * 2n));

/** Converts between minor units of euro and lev by the full rate, rounding half up. */
export const convertMinor = (amount: number, from: Currency, to: Currency): number => {
  if (from === to) return amount;
  return from === 'BGN'
    ? divideHalfUp(BigInt(amount) * SCALE, SCALED_RATE)
    : divideHalfUp(BigInt(amount) * SCALED_RATE, SCALE);
};

export const euroCents = ({ amount, currency }: Money): number =>
  convertMinor(amount, currency, 'EUR');
