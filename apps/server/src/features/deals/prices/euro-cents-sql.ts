import { BGN_PER_EUR } from '@izgodno/contract/common/money';

/** SQL of an amount in euro cents, equal to `convertMinor`; both arguments are SQL. */
export const euroCentsSql = (currency: string, amount: string): string =>
  `CASE ${currency} WHEN 'BGN' THEN round(${amount} / ${BGN_PER_EUR})::bigint ELSE ${amount} END`;
