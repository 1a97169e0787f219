import { analyse, visitLists } from '../analysis/analyser.ts';
import { kindsOf } from '../analysis/kinds.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import { searchFields } from '../analysis/types.ts';
import { bucketOf } from '../facets.ts';
import { tieOf } from '../ordering.ts';
import { byteFilters } from './filter-columns.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { NONE, type Dictionaries } from './dictionaries.ts';
import { compactColumns, createColumns, type Columns } from './columns.ts';
import { homeNumber } from './home-values.ts';
import { MOST_TERMS, type ListNumbers } from './list-numbers.ts';
import { categoryNumber, conditionNumber, groupNumber, pack } from './packed-values.ts';
import { CATEGORY_FIELD, fieldOf, MAX_POSITION, packPosition, positionOf } from './posting.ts';
import { MAX_POSITION_BYTES, writePosition } from './positions.ts';
import { PostingWriter, type Postings } from './postings.ts';
import { newestFirst } from './newest-first.ts';
import { Segment } from './segment.ts';
import { withRoom } from './with-room.ts';

/** One deal and the range of its terms' positions. */
interface Entry {
  readonly deal: SearchableDeal;
  /** Its part of the builder's occurrences. */
  readonly start: number;
  readonly end: number;
}

/** Fields whose texts many deals share. */
const isShared = searchFields.map((name) => ['brand', 'tags', 'category'].includes(name));

/** Texts of a field that are kept. */
const MOST_SHARED = 10_000;

/** Collects deals, each at most once, and builds a segment from them. */
export class SegmentBuilder {
  readonly #dictionaries: Dictionaries;
  readonly #lists: ListNumbers;
  /** The occurrences of texts that many deals share, by field and text. */
  readonly #shared = searchFields.map(() => new Map<string, Uint32Array>());
  readonly #entries: Entry[] = [];
  /** Pairs of a term's number and a position. */
  #occurrences: Uint32Array = new Uint32Array(1_024);
  #used = 0;
  /** The field of the text that is being added. */
  #field = 0;

  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
    this.#lists = dictionaries.terms.lists;
  }

  get size(): number {
    return this.#entries.length;
  }

  add(deal: SearchableDeal): void {
    const start = this.#used;
    let endOfSubject = start;
    const text = searchableText(deal);
    for (const [field, name] of searchFields.entries()) {
      if (isShared[field] === true) this.#addShared(field, text[name]);
      // Most subjects are the whole title.
      else if (name === 'title' && text.title === text.subject)
        this.#repeat(start, endOfSubject, field);
      else this.#addText(field, text[name]);
      if (name === 'subject') endOfSubject = this.#used;
    }
    const kindPosition = packPosition(CATEGORY_FIELD, 0);
    for (const kind of kindsOf((field) => analyse(text[field]), text)) {
      this.#addOccurrence(this.#dictionaries.terms.add(kind), kindPosition);
    }
    this.#entries.push({ deal, start, end: this.#used });
  }

  build(): Segment {
    const entries = this.#newestFirst();
    return new Segment(this.#columns(entries), this.#postings(entries));
  }

  #newestFirst(): readonly Entry[] {
    const times = this.#entries.map(({ deal }) => deal.postedAt);
    const ids = this.#entries.map(({ deal }) => deal.id);
    return Array.from(newestFirst(times, ids), (at) => {
      const entry = this.#entries[at];
      if (entry === undefined) throw new RangeError(`no deal ${at}`);
      return entry;
    });
  }

  #addText(field: number, text: string): void {
    this.#field = field;
    visitLists(text, this.#addList);
  }

  readonly #addList = (list: number, position: number): void => {
    const packed = packPosition(this.#field, Math.min(position, MAX_POSITION));
    this.#makeRoom(2 * MOST_TERMS);
    this.#used = this.#lists.write(list, packed, this.#occurrences, this.#used);
  };

  /** Adds occurrences of another field to a field. */
  #repeat(start: number, end: number, field: number): void {
    this.#makeRoom(end - start);
    for (let at = start; at < end; at += 2) {
      const packed = packPosition(field, positionOf(this.#occurrences[at + 1] ?? 0));
      this.#addOccurrence(this.#occurrences[at] ?? 0, packed);
    }
  }

  /** Adds a text from a small set of values. */
  #addShared(field: number, text: string): void {
    if (text === '') return;
    const shared = this.#shared[field];
    const known = shared?.get(text);
    if (known === undefined) {
      const start = this.#used;
      this.#addText(field, text);
      if (shared !== undefined && shared.size < MOST_SHARED)
        shared.set(text, this.#occurrences.slice(start, this.#used));
      return;
    }
    this.#makeRoom(known.length);
    this.#occurrences.set(known, this.#used);
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

  #columns(entries: readonly Entry[]): Columns {
    const dictionaries = this.#dictionaries;
    const columns = createColumns(entries.length);
    for (const [row, { deal }] of entries.entries()) {
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

  #postings(entries: readonly Entry[]): Postings {
    const sorted = this.#sortOccurrences(entries);
    const { terms } = sorted;
    const writer = new PostingWriter(entries.length, {
      terms: terms.length,
      words: sorted.rows.length / 2,
    });
    const positions = new Uint8Array(sorted.rows.length * MAX_POSITION_BYTES);
    let pairs = 0;
    for (let term = 0; term < terms.length; term += 1) {
      const end = sorted.starts[term + 1] ?? 0;
      for (let at = sorted.starts[term] ?? 0; at < end;) {
        const row = sorted.rows[at] ?? 0;
        let fields = 0;
        for (; at < end && sorted.rows[at] === row; at += 1) {
          const packed = sorted.positions[at] ?? 0;
          const field = fieldOf(packed);
          const isFollowed =
            at + 1 < end &&
            sorted.rows[at + 1] === row &&
            fieldOf(sorted.positions[at + 1] ?? 0) === field;
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

  /** All occurrences ordered by term, and by row within a term. */
  #sortOccurrences(entries: readonly Entry[]) {
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
    for (const [at, term] of terms.entries()) {
      const start = starts[at] ?? 0;
      starts[at + 1] = start + (next[term] ?? 0);
      next[term] = start;
    }
    const rows = new Uint32Array(this.#used / 2);
    const positions = new Uint32Array(this.#used / 2);
    for (const [row, { start, end }] of entries.entries()) {
      for (let at = start; at < end; at += 2) {
        const term = occurrences[at] ?? 0;
        const slot = next[term] ?? 0;
        next[term] = slot + 1;
        rows[slot] = row;
        positions[slot] = occurrences[at + 1] ?? 0;
      }
    }
    return { terms, starts, rows, positions };
  }
}
