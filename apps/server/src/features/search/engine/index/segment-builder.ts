import { bucketOf } from '@izgodno/contract/deals/facets';
import { kindsOf } from '../analysis/kinds.ts';
import { knownWords } from '../analysis/known-words.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import { TextReading } from '../analysis/text-reading.ts';
import { searchFields, type SearchField } from '../analysis/types.ts';
import { tieOf } from '../ordering.ts';
import { byteFilters } from './filter-columns.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { NONE, type Dictionaries } from './dictionaries.ts';
import { compactColumns, createColumns, inOrder } from './columns.ts';
import { homeNumber } from './home-values.ts';
import { MOST_TERMS, type ListNumbers } from './list-numbers.ts';
import { categoryNumber, conditionNumber, groupNumber, pack } from './packed-values.ts';
import { CATEGORY_FIELD, fieldOf, MAX_POSITION, packPosition } from './posting.ts';
import { MAX_POSITION_BYTES, writePosition } from './positions.ts';
import { PostingWriter, type Postings } from './postings.ts';
import { newestFirst } from './newest-first.ts';
import { Segment } from './segment.ts';
import { withRoom } from './with-room.ts';

const fieldNumber = (name: SearchField): number => searchFields.indexOf(name);

/** Texts of a field that are kept. */
const MOST_SHARED = 10_000;
const FIRST_ROOM = 64;

/** Collects deals, each at most once, and builds a segment from them, then further ones. */
export class SegmentBuilder {
  readonly #dictionaries: Dictionaries;
  readonly #lists: ListNumbers;
  /** The occurrences of texts that many deals share, by field and text. */
  readonly #shared = searchFields.map(() => new Map<string, Uint32Array>());
  /** The values of the deals in the order in which they were added; there is room for more. */
  #columns = createColumns(FIRST_ROOM);
  #size = 0;
  /** By deal, the end of its part of the occurrences. */
  #ends: Uint32Array = new Uint32Array(FIRST_ROOM);
  /** Pairs of a term's number and a position. */
  #occurrences: Uint32Array = new Uint32Array(1_024);
  #used = 0;
  /** The kinds of a deal are read from its title and description, too. */
  readonly #title = new TextReading();
  readonly #description = new TextReading();
  readonly #other = new TextReading();

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
    this.#lists = dictionaries.terms.lists;
  }

  get size(): number {
    return this.#size;
  }

  add(deal: SearchableDeal): void {
    knownWords.bound();
    const text = searchableText(deal);
    const title = this.#title.read(text.title, text.subject.length);
    // Most subjects are read as the beginning of their titles.
    if (title.partLength >= 0) this.#addReading('subject', title, title.partListCount);
    else this.#addReading('subject', this.#other.read(text.subject));
    this.#addShared('brand', text);
    this.#addReading('title', title);
    this.#addShared('tags', text);
    this.#addShared('category', text);
    const description = this.#description.read(text.description);
    this.#addReading('description', description);
    const kindPosition = packPosition(CATEGORY_FIELD, 0);
    for (const kind of kindsOf(text, { title, description })) {
      this.#addOccurrence(this.#dictionaries.terms.add(kind), kindPosition);
    }
    this.#writeColumns(deal);
    this.#ends[this.#size] = this.#used;
    this.#size += 1;
  }

  /** A segment of the deals that were added since the last one. */
  build(): Segment {
    const { postedAt, ids } = this.#columns;
    const order = newestFirst(postedAt.subarray(0, this.#size), ids);
    const segment = new Segment(
      compactColumns(inOrder(this.#columns, order)),
      this.#postings(order),
    );
    // The room for deals and the shared texts are of use for the next segment.
    this.#size = 0;
    this.#used = 0;
    for (const texts of this.#shared) if (texts.size === MOST_SHARED) texts.clear();
    return segment;
  }

  /** Adds the occurrences of the first lists of a text, or of all. */
  #addReading(name: SearchField, reading: TextReading, count = reading.listCount): void {
    const field = fieldNumber(name);
    this.#makeRoom(2 * MOST_TERMS * count);
    for (let at = 0; at < count; at += 1) {
      const packed = packPosition(field, Math.min(reading.positions[at] ?? 0, MAX_POSITION));
      this.#used = this.#lists.write(reading.lists[at] ?? 0, packed, this.#occurrences, this.#used);
    }
  }

  /** Adds a text from a small set of values. */
  #addShared(name: SearchField, texts: Readonly<Record<SearchField, string>>): void {
    const text = texts[name];
    if (text === '') return;
    const shared = this.#shared[fieldNumber(name)];
    const known = shared?.get(text);
    if (known === undefined) {
      const start = this.#used;
      this.#addReading(name, this.#other.read(text));
      if (shared !== undefined && shared.size < MOST_SHARED)
        shared.set(text, this.#occurrences.slice(start, this.#used));
      return;
    }
    this.#makeRoom(known.length);
    // A short list, which a loop copies faster than `set`.
    for (let at = 0; at < known.length; at += 1)
      this.#occurrences[this.#used + at] = known[at] ?? 0;
    this.#used += known.length;
  }

  #makeRoom(needed: number): void {
    this.#occurrences = withRoom(this.#occurrences, this.#used + needed);
  }

  #addOccurrence(term: number, packed: number): void {
    this.#makeRoom(2);
    this.#occurrences[this.#used] = term;
    this.#occurrences[this.#used + 1] = packed;
    this.#used += 2;
  }

  #writeColumns(deal: SearchableDeal): void {
    const row = this.#size;
    if (row === this.#ends.length) {
      this.#ends = withRoom(this.#ends, row + 1);
      this.#columns = inOrder(
        this.#columns,
        this.#ends.map((_, at) => at),
      );
    }
    const columns = this.#columns;
    const dictionaries = this.#dictionaries;
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

  #postings(order: Uint32Array): Postings {
    const sorted = this.#sortOccurrences(order);
    const { terms, occurrences } = sorted;
    const writer = new PostingWriter(order.length, {
      terms: terms.length,
      words: occurrences.length / 4,
    });
    const positions = new Uint8Array((occurrences.length / 2) * MAX_POSITION_BYTES);
    let pairs = 0;
    for (let term = 0; term < terms.length; term += 1) {
      const end = sorted.starts[term + 1] ?? 0;
      for (let at = sorted.starts[term] ?? 0; at < end;) {
        const row = occurrences[at] ?? 0;
        let fields = 0;
        for (; at < end && occurrences[at] === row; at += 2) {
          const packed = occurrences[at + 1] ?? 0;
          const field = fieldOf(packed);
          const isFollowed =
            at + 2 < end &&
            occurrences[at + 2] === row &&
            fieldOf(occurrences[at + 3] ?? 0) === field;
          fields |= 1 << field;
          if (field === CATEGORY_FIELD) continue;
          pairs = writePosition(positions, pairs, packed, !isFollowed);
        }
        writer.add(row, fields);
      }
      writer.endTerm(terms[term] ?? 0, pairs);
    }
    return writer.finish(positions);
  }

  /** All occurrences ordered by term, and by row within a term: pairs of a row and a position. */
  #sortOccurrences(order: Uint32Array) {
    const occurrences = this.#occurrences;
    /** By term, first how often it occurs, then where its next occurrence goes. */
    const next = new Uint32Array(this.#dictionaries.terms.terms.length);
    const present: number[] = [];
    for (let at = 0; at < this.#used; at += 2) {
      const term = occurrences[at] ?? 0;
      const count = next[term] ?? 0;
      if (count === 0) present.push(term);
      next[term] = count + 1;
    }
    const terms = Uint32Array.from(present).sort();
    const starts = new Uint32Array(terms.length + 1);
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] ?? 0;
      const start = starts[at] ?? 0;
      starts[at + 1] = start + 2 * (next[term] ?? 0);
      next[term] = start;
    }
    const sorted = new Uint32Array(this.#used);
    for (let row = 0; row < order.length; row += 1) {
      const added = order[row] ?? 0;
      const end = this.#ends[added] ?? 0;
      for (let at = this.#ends[added - 1] ?? 0; at < end; at += 2) {
        const term = occurrences[at] ?? 0;
        const slot = next[term] ?? 0;
        next[term] = slot + 2;
        sorted[slot] = row;
        sorted[slot + 1] = occurrences[at + 1] ?? 0;
      }
    }
    return { terms, starts, occurrences: sorted };
  }
}
