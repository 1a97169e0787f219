import { analyse } from '../analysis/analyser.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import { searchFields } from '../analysis/types.ts';
import { bucketOf } from '../facets.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { NONE, type Catalogue } from './catalogue.ts';
import { Ordinals } from './ordinals.ts';
import { categoryNumber, conditionNumber, groupNumber, pack } from './packed-values.ts';
import { fieldOf, MAX_PLACE_BYTES, MAX_POSITION, placeOf, writePlace } from './places.ts';
import { Segment, type Columns, type Postings } from './segment.ts';

/** One deal and the places of its terms, which are numbered within the builder. */
interface Entry {
  readonly deal: SearchableDeal;
  /** Pairs of term and place. */
  readonly occurrences: Uint32Array;
}

const newestFirst = (a: Entry, b: Entry): number =>
  b.deal.postedAt - a.deal.postedAt || b.deal.id - a.deal.id;

/** Collects deals, each at most once, and makes a segment of them. */
export class SegmentBuilder {
  readonly #terms = new Ordinals();
  readonly #entries: Entry[] = [];
  #occurrenceCount = 0;

  get size(): number {
    return this.#entries.length;
  }

  add(deal: SearchableDeal): void {
    const text = searchableText(deal);
    const occurrences: number[] = [];
    for (const [field, name] of searchFields.entries()) {
      for (const { position, terms } of analyse(text[name])) {
        const place = placeOf(field, Math.min(position, MAX_POSITION));
        for (const term of terms) occurrences.push(this.#terms.add(term), place);
      }
    }
    this.#entries.push({ deal, occurrences: Uint32Array.from(occurrences) });
    this.#occurrenceCount += occurrences.length / 2;
  }

  build(catalogue: Catalogue): Segment {
    this.#entries.sort(newestFirst);
    return new Segment(this.#columns(catalogue), this.#postings(catalogue));
  }

  #columns(catalogue: Catalogue): Columns {
    const size = this.#entries.length;
    const columns: Columns = {
      ids: new Float64Array(size),
      versions: new Float64Array(size),
      postedAt: new Float64Array(size),
      prices: new Uint32Array(size),
      packed: new Uint16Array(size),
      sources: new Uint16Array(size),
      locations: new Uint16Array(size),
      brands: new Uint32Array(size),
      discounts: new Uint8Array(size),
      ratings: new Uint8Array(size),
    };
    for (const [row, { deal }] of this.#entries.entries()) {
      columns.ids[row] = deal.id;
      columns.versions[row] = deal.version;
      columns.postedAt[row] = deal.postedAt;
      columns.prices[row] = deal.price;
      columns.packed[row] = pack({
        category: categoryNumber(deal.category),
        condition: conditionNumber(deal.condition),
        group: groupNumber(deal.group),
        bucket: bucketOf(deal.price),
        inStock: deal.inStock,
      });
      columns.sources[row] = catalogue.sources.add(deal.source);
      columns.locations[row] = catalogue.locations.add(deal.location ?? NONE);
      columns.brands[row] = catalogue.brands.add(deal.brand ?? NONE);
      columns.discounts[row] = deal.discount;
      columns.ratings[row] = deal.rating;
    }
    return columns;
  }

  #postings(catalogue: Catalogue): Postings {
    const numbers = this.#terms.values.map((term) => catalogue.terms.add(term));
    const order = numbers
      .map((_, own) => own)
      .sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
    const sorted = this.#sortOccurrences(order);

    const starts = new Uint32Array(order.length + 1);
    const placeStarts = new Uint32Array(order.length + 1);
    const rows = new Uint32Array(sorted.rows.length);
    const fields = new Uint8Array(sorted.rows.length);
    const places = new Uint8Array(sorted.rows.length * MAX_PLACE_BYTES);
    let postings = 0;
    let bytes = 0;
    for (let term = 0; term < order.length; term += 1) {
      const end = sorted.starts[term + 1] ?? 0;
      for (let at = sorted.starts[term] ?? 0; at < end;) {
        const row = sorted.rows[at] ?? 0;
        let mask = 0;
        for (; at < end && sorted.rows[at] === row; at += 1) {
          const place = sorted.places[at] ?? 0;
          mask |= 1 << fieldOf(place);
          bytes = writePlace(places, bytes, place, at + 1 === end || sorted.rows[at + 1] !== row);
        }
        rows[postings] = row;
        fields[postings] = mask;
        postings += 1;
      }
      starts[term + 1] = postings;
      placeStarts[term + 1] = bytes;
    }
    return {
      terms: Uint32Array.from(order, (own) => numbers[own] ?? 0),
      starts,
      rows: rows.slice(0, postings),
      fields: fields.slice(0, postings),
      placeStarts,
      places: places.slice(0, bytes),
    };
  }

  /** All occurrences by term, in the given order of terms, and within a term by row. */
  #sortOccurrences(order: readonly number[]) {
    const rank = new Uint32Array(order.length);
    for (const [at, own] of order.entries()) rank[own] = at;

    const starts = new Uint32Array(order.length + 1);
    for (const { occurrences } of this.#entries) {
      for (let i = 0; i < occurrences.length; i += 2) {
        const next = (rank[occurrences[i] ?? 0] ?? 0) + 1;
        starts[next] = (starts[next] ?? 0) + 1;
      }
    }
    for (let at = 1; at < starts.length; at += 1) {
      starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    }
    const free = starts.slice();
    const rows = new Uint32Array(this.#occurrenceCount);
    const places = new Uint32Array(this.#occurrenceCount);
    for (const [row, { occurrences }] of this.#entries.entries()) {
      for (let i = 0; i < occurrences.length; i += 2) {
        const term = rank[occurrences[i] ?? 0] ?? 0;
        const slot = free[term] ?? 0;
        free[term] = slot + 1;
        rows[slot] = row;
        places[slot] = occurrences[i + 1] ?? 0;
      }
    }
    return { starts, rows, places };
  }
}
