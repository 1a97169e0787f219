import type { DealVariant } from '@izgodno/contract/deals/deal';
import type { ChoiceDeal, MappedDeal, Unavailability, UnusableRow } from './mapped-deal.ts';

/** A stored deal with the rows that name it and cannot be used. */
export interface RetainedDeal {
  readonly deal: MappedDeal;
  readonly rows: readonly UnusableRow[];
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
  { deal, rows }: RetainedDeal,
  groupId: string,
  read: ReadonlySet<string>,
): readonly ChoiceDeal[] =>
  deal.variants.flatMap((variant) => {
    if (read.has(variant.id)) return [];
    const row = rows.find(({ id }) => id === variant.id) ?? rows.find(({ id }) => id === null);
    return row === undefined ? [] : [restore(deal, variant, groupId, row.unavailable)];
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
