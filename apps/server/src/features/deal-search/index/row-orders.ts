import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { Segment } from './segment.ts';
import { placeInOrder, primaryOf } from './top-rows.ts';

/** Places of all rows of segments in the orders that depend on the deal alone, sorted when first needed. */
export class RowOrders {
  readonly #known = new WeakMap<Segment, Map<SortOrder, Float64Array>>();

  placesOf(segment: Segment, sort: SortOrder): Float64Array {
    const orders = this.#known.get(segment) ?? new Map<SortOrder, Float64Array>();
    this.#known.set(segment, orders);
    const known = orders.get(sort);
    if (known !== undefined) return known;
    const places = new Float64Array(segment.size);
    for (let row = 0; row < places.length; row += 1) {
      places[row] = placeInOrder(sort, primaryOf(sort, segment.columns, row, 0), row);
    }
    places.sort();
    orders.set(sort, places);
    return places;
  }
}
