/** The items of a replay server: numbered, with prices that commands change, and removable. */
export interface Shelf {
  /** The numbers of the available items, in order. */
  readonly items: readonly number[];
  /** Minor units. */
  priceOf(item: number): number;
  changePrice(item: number, amount: number): void;
  remove(item: number): void;
}

/** Between 5 and 2,005 in major units, always the same for an item. */
const firstPrice = (item: number): number => 500 + ((item * 7_919) % 200_000);

/** A shelf of the items 1 to `size`. */
export const createShelf = (size: number): Shelf => {
  let items: readonly number[] = Array.from({ length: size }, (_, at) => at + 1);
  const prices = new Map<number, number>();
  const changePrice = (item: number, amount: number): void => void prices.set(item, amount);
  const remove = (item: number): void => {
    items = items.filter((other) => other !== item);
  };
  return {
    get items() {
      return items;
    },
    priceOf: (item) => prices.get(item) ?? firstPrice(item),
    changePrice,
    remove,
  };
};

/** Minor units as a decimal amount: 1999 is "19.99". */
export const decimals = (amount: number): string => (amount / 100).toFixed(2);
