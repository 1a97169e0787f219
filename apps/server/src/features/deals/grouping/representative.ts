export interface ComparedOffer {
  readonly id: number;
  /** Euro cents. */
  readonly price: number;
  readonly inStock: boolean;
}

const isBetter = (one: ComparedOffer, other: ComparedOffer): boolean => {
  if (one.inStock !== other.inStock) return one.inStock;
  return one.price === other.price ? one.id < other.id : one.price < other.price;
};

/**
 * The representative of a group: the cheapest in stock, else the cheapest; of equals the oldest.
 */
export const representativeOf = <Member extends ComparedOffer>(
  group: readonly [Member, ...Member[]],
): Member => group.reduce((best, offer) => (isBetter(offer, best) ? offer : best));
