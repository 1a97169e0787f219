import { analyse } from '../analysis/analyser.ts';
import { kindsOf } from '../analysis/kinds.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import { isStem, searchFields, type SearchField, type Token } from '../analysis/types.ts';
import { bucketOf } from '../facets.ts';
import { tieOf } from '../ordering.ts';
import { byteFilters } from './filter-columns.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { NONE, type Dictionaries } from './dictionaries.ts';
import { compactColumns, createColumns, type Columns } from './columns.ts';
import { homeNumber } from './home-values.ts';
import { Ordinals } from './ordinals.ts';
import { categoryNumber, conditionNumber, groupNumber, pack } from './packed-values.ts';
import { CATEGORY_FIELD, fieldOf, MAX_POSITION, packPosition } from './posting.ts';
import { MAX_POSITION_BYTES, writePosition } from './positions.ts';
import { PostingWriter, type Postings } from './postings.ts';
import { Segment } from './segment.ts';

/** One deal and the range of its terms' places. */
interface Entry {
  readonly deal: SearchableDeal;
  /** Its part of the builder's occurrences. */
  readonly start: number;
  readonly end: number;
}

const newestFirst = (a: Entry, b: Entry): number =>
  b.deal.postedAt - a.deal.postedAt || b.deal.id - a.deal.id;

/** Collects deals, each at most once, and builds a segment from them. */
export class SegmentBuilder {
  readonly #terms = new Ordinals();
  /** The numbers of a token's terms but stems: see `StemWords`. The analyser returns the same list for the same word. */
  readonly #numbersOfTerms = new Map<Token['terms'], Uint32Array>();
  /** The occurrences of texts that many deals share, by field and text. */
  readonly #shared = new Map<string, Uint32Array>();
  readonly #entries: Entry[] = [];
  /** Pairs of a term's number within the builder and a place. */
  #occurrences = new Uint32Array(1_024);
  #used = 0;

  get size(): number {
    return this.#entries.length;
  }

  add(deal: SearchableDeal): void {
    const start = this.#used;
    const text = searchableText(deal);
    const analysed = new Map<string, readonly Token[]>();
    // Most subjects are the whole title.
    const tokensOf = (name: SearchField): readonly Token[] => {
      const tokens = analysed.get(text[name]) ?? analyse(text[name]);
      analysed.set(text[name], tokens);
      return tokens;
    };
    for (const [field, name] of searchFields.entries()) {
      if (name === 'brand' || name === 'category') this.#addShared(field, text[name]);
      else this.#addTokens(field, tokensOf(name));
    }
    const kindPlace = packPosition(CATEGORY_FIELD, 0);
    for (const kind of kindsOf(tokensOf, text)) {
      this.#addOccurrence(this.#terms.add(kind), kindPlace);
    }
    this.#entries.push({ deal, start, end: this.#used });
  }

  build(dictionaries: Dictionaries): Segment {
    this.#entries.sort(newestFirst);
    return new Segment(this.#columns(dictionaries), this.#postings(dictionaries));
  }

  #addTokens(field: number, tokens: readonly Token[]): void {
    for (const { position, terms } of tokens) {
      const place = packPosition(field, Math.min(position, MAX_POSITION));
      const numbers = this.#numbersOf(terms);
      for (let at = 0; at < numbers.length; at += 1) this.#addOccurrence(numbers[at] ?? 0, place);
    }
  }

  /** Adds a text from a small set of values. */
  #addShared(field: number, text: string): void {
    if (text === '') return;
    const key = `${field} ${text}`;
    const known = this.#shared.get(key);
    if (known === undefined) {
      const start = this.#used;
      this.#addTokens(field, analyse(text));
      this.#shared.set(key, this.#occurrences.slice(start, this.#used));
      return;
    }
    this.#makeRoom(known.length);
    this.#occurrences.set(known, this.#used);
    this.#used += known.length;
  }

  #numbersOf(terms: Token['terms']): Uint32Array {
    const known = this.#numbersOfTerms.get(terms);
    if (known !== undefined) return known;
    const stored = terms.filter((term) => !isStem(term));
    const numbers = Uint32Array.from(stored, (term) => this.#terms.add(term));
    this.#numbersOfTerms.set(terms, numbers);
    return numbers;
  }

  #makeRoom(needed: number): void {
    if (this.#used + needed <= this.#occurrences.length) return;
    const larger = new Uint32Array(Math.max(this.#occurrences.length * 2, this.#used + needed));
    larger.set(this.#occurrences);
    this.#occurrences = larger;
  }

  #addOccurrence(term: number, place: number): void {
    this.#makeRoom(2);
    this.#occurrences[this.#used] = term;
    this.#occurrences[this.#used + 1] = place;
    this.#used += 2;
  }

  #columns(dictionaries: Dictionaries): Columns {
    const columns = createColumns(this.#entries.length);
    for (const [row, { deal }] of this.#entries.entries()) {
      columns.ids[row] = deal.id;
      columns.versions[row] = deal.version;
      columns.postedAt[row] = deal.postedAt;
      columns.prices[row] = deal.price;
      columns.totals[row] = deal.total;
      columns.packed[row] = pack({
        category: categoryNumber(deal.category),
        condition: conditionNumber(deal.condition),
        group: groupNumber(deal.group),
        bucket: bucketOf(deal.price),
        inStock: deal.inStock ? 1 : 0,
      });
      columns.sources[row] = dictionaries.sources.add(deal.source);
      columns.locations[row] = dictionaries.locations.add(deal.location ?? NONE);
      columns.brands[row] = dictionaries.brands.add(deal.brand, deal.brandName);
      columns.homes[row] = homeNumber(deal);
      columns.ties[row] = tieOf(deal);
      for (const { byte } of byteFilters) columns[byte][row] = deal[byte];
    }
    return compactColumns(columns);
  }

  #postings(dictionaries: Dictionaries): Postings {
    const numbers = this.#terms.values.map((term) => dictionaries.terms.add(term));
    const order = numbers
      .map((_, own) => own)
      .sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
    const sorted = this.#sortOccurrences(order);

    const writer = new PostingWriter(this.#entries.length, {
      terms: order.length,
      words: sorted.rows.length / 2,
    });
    const places = new Uint8Array(sorted.rows.length * MAX_POSITION_BYTES);
    let pairs = 0;
    for (let term = 0; term < order.length; term += 1) {
      const end = sorted.starts[term + 1] ?? 0;
      for (let at = sorted.starts[term] ?? 0; at < end;) {
        const row = sorted.rows[at] ?? 0;
        let fields = 0;
        for (; at < end && sorted.rows[at] === row; at += 1) {
          const place = sorted.places[at] ?? 0;
          const field = fieldOf(place);
          const isFollowed =
            at + 1 < end &&
            sorted.rows[at + 1] === row &&
            fieldOf(sorted.places[at + 1] ?? 0) === field;
          fields |= 1 << field;
          if (field === CATEGORY_FIELD) continue;
          pairs = writePosition(places, pairs, place, !isFollowed);
        }
        writer.add(row, fields);
      }
      writer.endTerm(numbers[order[term] ?? 0] ?? 0, pairs);
    }
    return writer.finish(places);
  }

  /** All occurrences ordered by term, in the given order of terms, and by row within a term. */
  #sortOccurrences(order: readonly number[]) {
    const rank = new Uint32Array(order.length);
    for (const [at, own] of order.entries()) rank[own] = at;

    const starts = new Uint32Array(order.length + 1);
    const occurrences = this.#occurrences;
    for (const { start, end } of this.#entries) {
      for (let i = start; i < end; i += 2) {
        const next = (rank[occurrences[i] ?? 0] ?? 0) + 1;
        starts[next] = (starts[next] ?? 0) + 1;
      }
    }
    for (let at = 1; at < starts.length; at += 1) {
      starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    }
    const free = starts.slice();
    const rows = new Uint32Array(this.#used / 2);
    const places = new Uint32Array(this.#used / 2);
    for (const [row, { start, end }] of this.#entries.entries()) {
      for (let i = start; i < end; i += 2) {
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
