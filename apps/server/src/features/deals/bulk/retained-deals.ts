import type { DealVariant } from '@izgodno/contract/deals/deal';
import type { ChoiceDeal, MappedDeal, Unavailability } from './mapped-deal.ts';

/** A stored deal with what is said of its choices by rows that cannot be used. */
export interface RetainedDeal {
  readonly deal: MappedDeal;
  /** By the id of the choice; null is the id of a row that names the product only. */
  readonly stated: ReadonlyMap<string | null, Unavailability | null>;
}

/** A stored choice as an item of its source. */
export const restore = (
  deal: MappedDeal,
  variant: DealVariant,
  groupId: string,
  unavailable: Unavailability | null,
): ChoiceDeal => {
  const isShown = variant.url === deal.link && variant.price.amount === deal.amount;
  const stored = variant.inStock ? 'in_stock' : 'out_of_stock';
  return {
    ...deal,
    externalId: variant.id,
    link: variant.url ?? deal.link,
    amount: variant.price.amount,
    currency: variant.price.currency,
    originalAmount: isShown ? deal.originalAmount : null,
    availability: unavailable ?? stored,
    choice: {
      groupId,
      size: variant.size ?? null,
      colour: variant.colour ?? null,
      name: variant.name ?? null,
      isAssumed: false,
    },
    variants: [],
  };
};

/**
 * The choices of a stored product whose rows cannot be used, as they were but for the stock that the
 * rows state. A row without an id may be any choice that was not `read`.
 */
export const retainedChoices = (
  { deal, stated }: RetainedDeal,
  groupId: string,
  read: ReadonlySet<string>,
): readonly ChoiceDeal[] =>
  deal.variants.flatMap((variant) => {
    if (read.has(variant.id)) return [];
    const id = stated.has(variant.id) ? variant.id : null;
    if (!stated.has(id)) return [];
    return [restore(deal, variant, groupId, stated.get(id) ?? null)];
  });

/** A product's deal with what belongs to the product as it was stored. */
export const withIdentityOf = (stored: MappedDeal, deal: MappedDeal): MappedDeal => ({
  ...deal,
  externalId: stored.externalId,
  title: stored.title,
  description: stored.description,
  // The choices that were read may share a number that the others do not have.
  gtin: stored.gtin,
  mpn: stored.mpn,
  media: stored.media,
});
