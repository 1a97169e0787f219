import type { Deal } from '@izgodno/contract/deals/deal';
import type { TextKey } from '#core/language/language.ts';

/** The text for an unavailable deal; undefined if it is available. */
export const unavailableText = ({ status, inStock }: Deal): TextKey | undefined => {
  if (status !== 'active') return `deal.status.${status}`;
  return inStock ? undefined : 'deal.outOfStock';
};
