import type { DealClass } from '#features/deals/api.ts';
import { brandOf } from '../brands/brand-of.ts';

/** The words of a deal that say what it is. */
export interface DealWords {
  readonly title: string;
  readonly brand: string | null;
}

/** Reads what a deal is from its words. */
export const classifyDeal = (deal: DealWords): DealClass => ({ brandSlug: brandOf(deal) });
