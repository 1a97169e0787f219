import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { Segment } from './segment.ts';
import { placeInOrder, primaryOf, rowAtPlace } from './top-rows.ts';

const sortRows = ({ size, columns }: Segment, sort: SortOrder): Uint32Array => {
  // So they stand already.
  if (sort === 'newest') return new Uint32Array(size).map((_, row) => row);
  const places = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    places[row] = placeInOrder(sort, primaryOf(sort, columns, row, 0), row);
  }
  return Uint32Array.from(places.sort(), rowAtPlace);
};

/** The rows of segments in the orders that depend on the deal alone, sorted when first needed. */
export class RowOrders {
  readonly #known = new WeakMap<Segment, Map<SortOrder, Uint32Array>>();

  rowsOf(segment: Segment, sort: SortOrder): Uint32Array {
    const orders = this.#known.get(segment) ?? new Map<SortOrder, Uint32Array>();
    this.#known.set(segment, orders);
    const rows = orders.get(sort) ?? sortRows(segment, sort);
    orders.set(sort, rows);
    return rows;
  }
}
