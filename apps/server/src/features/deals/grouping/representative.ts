export interface ComparedOffer {
  readonly id: number;
  /** Euro cents. */
  readonly price: number;
  /** The price of delivery in euro cents; null if it is unknown. */
  readonly delivery: number | null;
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

/** Infinite if the price of delivery is unknown. */
const totalOf = ({ price, delivery }: ComparedOffer): number =>
  delivery === null ? Number.POSITIVE_INFINITY : price + delivery;

/**
 * The lowest price with delivery in a group, in euro cents; null if it is the representative's own, or
 * the representative's is unknown, which then counts as its price.
 */
export const lowestTotalOf = (
  representative: ComparedOffer,
  group: readonly ComparedOffer[],
): number | null => {
  if (representative.delivery === null) return null;
  const bought = group.filter(({ inStock }) => inStock === representative.inStock);
  const lowest = Math.min(...bought.map(totalOf));
  return lowest < totalOf(representative) ? lowest : null;
};
