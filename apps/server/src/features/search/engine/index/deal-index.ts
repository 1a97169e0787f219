import type { Suggestion } from '@izgodno/contract/search/calls';
import type { Category } from '@izgodno/contract/deals/vocabulary';
import { everyDeal, type DealQuery, type DealSearchPage } from '../../deal-search.ts';
import { interpret } from '../analysis/query.ts';
import type { ParsedQuery, Vocabulary } from '../analysis/types.ts';
import { understandQuery } from '../../understanding/relax.ts';
import { effectiveSort, freshFrom, readCursor, type SortKey } from '../ordering.ts';
import { countsBrands, presentBrands, type CountedFacet, type Facets } from '../facets.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { BrandCounts } from './brand-counts.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { collectFiltered, collectFirst, collectMatching, countPassing } from './collect.ts';
import { compileFilter } from './compiled-filter.ts';
import { compileQuery, type CompiledAlternative } from './compiled-query.ts';
import { BrandCounter, FacetCounter } from './facet-counter.ts';
import { FirstHits } from './first-hits.ts';
import { createLiveVocabulary } from './live-vocabulary.ts';
import { Matcher } from './matcher.ts';
import { chooseMerge, mergeSegments } from './merge.ts';
import { RecentResults } from './recent-results.ts';
import { SegmentBuilder } from './segment-builder.ts';
import type { Segment } from './segment.ts';
import { suggest } from './suggest.ts';

interface Counted {
  readonly total: number;
  readonly facets: Pick<Facets, CountedFacet>;
}

interface Merge {
  readonly sources: readonly Segment[];
  readonly steps: Generator<void, Segment>;
}

/** The parts of a query that determine its totals and counts. */
const countingKey = (query: DealQuery, interpretation: number): string =>
  JSON.stringify([{ ...query, sort: null, brands: false }, interpretation]);

export interface DealIndexOptions {
  readonly catalogue?: Dictionaries;
  /** Built with this catalogue. */
  readonly segments?: readonly Segment[];
  /** Rows or postings merged between two checks of the clock. */
  readonly mergeStepSize?: number;
}

/**
 * All live deals, in segments: each batch of changes becomes a small segment, and `mergeStep`
 * merges them into fewer and larger ones, like a log-structured engine.
 */
export class DealIndex {
  readonly #catalogue: Dictionaries;
  readonly #brands: BrandCounts;
  readonly #matcher = new Matcher();
  readonly #counter: FacetCounter;
  /** Totals and counts of queries since the last change. */
  readonly #counted = new RecentResults<Counted>();
  #segments: readonly Segment[];
  #merge: Merge | null = null;
  readonly #mergeStepSize: number;

  constructor({
    catalogue = createDictionaries(),
    segments = [],
    mergeStepSize = 4_096,
  }: DealIndexOptions = {}) {
    this.#catalogue = catalogue;
    this.#counter = new FacetCounter(catalogue);
    this.#segments = segments;
    this.#mergeStepSize = mergeStepSize;
    this.#brands = new BrandCounts(catalogue.brands);
    for (const segment of segments) this.#count(segment);
  }

  get size(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.liveSize, 0);
  }

  get catalogue(): Dictionaries {
    return this.#catalogue;
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** The indexed version of a deal; undefined if there is none. */
  versionOf(id: number): number | undefined {
    for (const segment of this.#segments) {
      const row = segment.liveRowOf(id);
      if (row >= 0) return segment.columns.versions.at(row);
    }
    return undefined;
  }

  /**
   * Adds changed deals, each id at most once and except versions it already has, and removes
   * unavailable ones.
   */
  apply(changed: readonly SearchableDeal[], gone: readonly number[]): void {
    const fresh = changed.filter(({ id, version }) => this.versionOf(id) !== version);
    if (fresh.length === 0 && gone.length === 0) return;
    for (const { id } of fresh) this.#delete(id);
    for (const id of gone) this.#delete(id);
    if (fresh.length > 0) {
      const builder = new SegmentBuilder();
      for (const deal of fresh) builder.add(deal);
      this.addSegment(builder.build(this.#catalogue));
    }
    this.#counted.forget();
  }

  /** Adds a segment that was built with this index's catalogue, of deals not yet indexed. */
  addSegment(segment: Segment): void {
    this.#count(segment);
    this.#segments = [...this.#segments, segment];
    this.#counted.forget();
  }

  /** Continues merging for about that long. Returns false when nothing is left to merge. */
  mergeStep(milliseconds: number): boolean {
    this.#merge ??= this.#beginMerge();
    if (this.#merge === null) return false;
    const end = performance.now() + milliseconds;
    const { sources, steps } = this.#merge;
    do {
      const step = steps.next();
      if (step.done === true) {
        this.#replace(sources, step.value);
        this.#merge = null;
        return true;
      }
    } while (performance.now() < end);
    return true;
  }

  /** Builds lazily made structures before the first searches need them. */
  prepare(): void {
    for (const segment of this.#segments) Array.from(segment.prepare());
  }

  /**
   * The deals of the first interpretation of the words that deals match. If filters exclude all of
   * them, other words are no remedy.
   */
  search(query: DealQuery, limit: number, cursor: string | null): DealSearchPage {
    const after = readCursor(effectiveSort(query), cursor);
    const ways = interpret(query.text, query.raw, this.#vocabulary());
    let typed: DealSearchPage | null = null;
    let interpretation = 0;
    for (const words of ways) {
      const page = this.#searchWords(query, words, interpretation, limit, after);
      interpretation += 1;
      if (page.total > 0 || this.#matchAny(words)) return page;
      typed ??= page;
    }
    if (typed === null) throw new Error('Every query has an interpretation.');
    return { ...typed, correctedQuery: null, dropped: [] };
  }

  #matchAny(words: ParsedQuery): boolean {
    const alternatives = compileQuery(words, this.#catalogue.terms);
    return this.#segments.some((segment) => this.#countMatches(segment, alternatives) > 0);
  }

  #countMatches(segment: Segment, alternatives: readonly CompiledAlternative[]): number {
    const matches = this.#matcher.match(segment, alternatives);
    let count = 0;
    for (let i = 0; i < matches.count; i += 1) {
      count += 1 - (segment.deleted[matches.rows[i] ?? 0] ?? 0);
    }
    return count;
  }

  #searchWords(
    query: DealQuery,
    words: ParsedQuery,
    interpretation: number,
    limit: number,
    after: SortKey | null,
  ): DealSearchPage {
    const sort = effectiveSort(query);
    const alternatives = compileQuery(words, this.#catalogue.terms);
    const key = countingKey(query, interpretation);
    const known = this.#counted.find(key);

    const filter = compileFilter(query, this.#catalogue);
    const first = new FirstHits({ filter, sort, after, limit, freshFrom: this.#freshFrom() });
    if (known === undefined) this.#counter.begin(filter);
    const counter = known === undefined ? this.#counter : null;
    let total = 0;
    for (const segment of this.#segments) {
      const task = first.taskFor(segment);
      if (alternatives.length > 0) {
        total += collectMatching(task, this.#matcher.match(segment, alternatives), counter);
      } else if (counter !== null) {
        total += collectFiltered(task, counter);
      } else {
        const passing = (known?.total ?? 0) / Math.max(1, this.size);
        collectFirst(task, Math.ceil(passing * segment.liveSize));
      }
      first.take(task);
    }
    const counted = known ?? { total, facets: this.#counter.finish(query) };
    this.#counted.keep(key, counted);
    return {
      ...first.page(),
      total: counted.total,
      facets: { ...counted.facets, brand: this.#countBrands(query, alternatives) },
      partial: false,
      correctedQuery: words.correctedText,
      dropped: words.dropped,
    };
  }

  /** Counts the brands of the deals that pass all filters, without that by brand if all are asked for. */
  #countBrands(query: DealQuery, alternatives: readonly CompiledAlternative[]): Facets['brand'] {
    if (!countsBrands(query)) return [];
    const filter = compileFilter(query.brands ? { ...query, brand: [] } : query, this.#catalogue);
    const counter = new BrandCounter(this.#catalogue.brands);
    for (const segment of this.#segments) {
      const matches = alternatives.length > 0 ? this.#matcher.match(segment, alternatives) : null;
      countPassing(segment, filter, matches, counter);
    }
    return presentBrands(query, counter.finish());
  }

  /** See `suggest.ts`. */
  suggest(text: string, limit: number): readonly Suggestion[] {
    return suggest(text, limit, {
      vocabulary: this.#vocabulary(),
      brands: this.#brands,
      countCategory: (category) => this.#countCategory(category),
      isFound: (whole) => this.#isFound(whole),
    });
  }

  #isFound(text: string): boolean {
    const { text: words } = understandQuery({ ...everyDeal, text });
    const [typed] = interpret(words, true, this.#vocabulary());
    return typed !== undefined && this.#matchAny(typed);
  }

  #freshFrom(): number {
    const times = this.#segments.map((segment) => segment.newestPostedAt);
    return freshFrom(Math.max(0, ...times));
  }

  #vocabulary(): Vocabulary {
    return createLiveVocabulary(this.#catalogue.terms, this.#segments);
  }

  #countCategory(category: Category): number {
    const { facets } = this.search(everyDeal, 1, null);
    return facets.category.find(({ value }) => value === category)?.count ?? 0;
  }

  #delete(id: number): void {
    for (const segment of this.#segments) {
      const row = segment.liveRowOf(id);
      if (row < 0) continue;
      this.#brands.removeRow(segment, row);
      segment.delete(row);
      return;
    }
  }

  #count(segment: Segment): void {
    this.#catalogue.terms.count(segment.postings, 1);
    this.#brands.addSegment(segment);
  }

  #beginMerge(): Merge | null {
    const sources = chooseMerge(this.#segments);
    return sources.length === 0
      ? null
      : { sources, steps: mergeSegments(sources, this.#mergeStepSize) };
  }

  #replace(sources: readonly Segment[], merged: Segment): void {
    const replaced = new Set(sources);
    for (const { postings } of sources) this.#catalogue.terms.count(postings, -1);
    this.#catalogue.terms.count(merged.postings, 1);
    const others = this.#segments.filter((segment) => !replaced.has(segment));
    this.#segments = merged.size === 0 ? others : [...others, merged];
  }
}
