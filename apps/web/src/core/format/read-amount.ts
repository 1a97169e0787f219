const AMOUNT = /^(\d{1,10})(?:[.,](\d{1,2}))?$/;

/**
 * Parses an amount as typed (`12`, `12,5`, `1 250.00`) to minor units; NaN if it is not an amount.
 * Apart from the formats of `money.ts`, because the first page shows amounts and reads none.
 */
export const readAmount = (typed: string): number => {
  const [, whole, decimals = ''] = AMOUNT.exec(typed.replaceAll(/[\s\u00A0\u202F€]/g, '')) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
};
