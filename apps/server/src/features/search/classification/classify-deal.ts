import type { DealClass } from '#features/deals/api.ts';
import { brandOf } from '../brands/brand-of.ts';
import { type DealWords, kindOf } from './kind-of.ts';

/** Reads what a deal is from its source's category and its words. */
export const classifyDeal = (deal: DealWords): DealClass => ({
  brandSlug: brandOf(deal),
  kind: kindOf(deal),
});
