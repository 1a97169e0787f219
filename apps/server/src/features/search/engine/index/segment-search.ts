import type { Suggestion } from '@izgodno/contract/search/calls';
import type { Category } from '@izgodno/contract/deals/vocabulary';
import { everyFacet, type CountedFacet } from '@izgodno/contract/deals/facets';
import { RecentMap } from '#platform/recent-map.ts';
import { everyDeal, type DealQuery, type DealSearchPage } from '../../deal-search.ts';
import { excludedClauses } from '../analysis/excluded.ts';
import { interpret, interpretAsTyped } from '../analysis/query.ts';
import type { ParsedQuery, Vocabulary } from '../analysis/types.ts';
import { effectiveSort, freshFrom, readCursor, type SortKey } from '../ordering.ts';
import { countsBrands, presentBrands, type Facets } from '../facets.ts';
import { BrandCounts } from './brand-counts.ts';
import type { Dictionaries } from './dictionaries.ts';
import { collectFiltered, collectFirst, collectMatching, countPassing } from './collect.ts';
import { compileFilter } from './compiled-filter.ts';
import { compileQuery, type CompiledAlternative } from './compiled-query.ts';
import { BrandCounter, FacetCounter } from './facet-counter.ts';
import { FirstHits } from './first-hits.ts';
import { createLiveVocabulary } from './live-vocabulary.ts';
import { withoutRows, type MatchedRows } from './match-list.ts';
import { Matcher } from './matcher.ts';
import type { Segment } from './segment.ts';
import { simplifyQuery } from './simplify-query.ts';
import { suggest } from './suggest.ts';

/** Queries whose totals and counts are cached; with facets one takes some kilobytes. */
const COUNTED_QUERIES = 1_000;

interface Counted {
  readonly total: number;
  readonly facets: Pick<Facets, CountedFacet>;
}

const noRows = new Uint32Array();

const noFacets = everyFacet(() => []);

const emptyPage: DealSearchPage = {
  hits: [],
  total: 0,
  facets: { ...noFacets, brand: [] },
  nextCursor: null,
  partial: false,
  correctedQuery: null,
  dropped: [],
};

/** What deals must match. */
interface CompiledWords {
  readonly alternatives: readonly CompiledAlternative[];
  /** What they must not match; each is one clause. */
  readonly excluded: readonly CompiledAlternative[];
}

interface Searched {
  readonly page: DealSearchPage;
  /** Whether deals match the words, though filters may exclude them. */
  readonly isMatched: boolean;
}

const hasLiveRow = ({ deleted }: Segment, { rows, count }: MatchedRows): boolean => {
  for (let at = 0; at < count; at += 1) if (deleted[rows[at] ?? 0] === 0) return true;
  return false;
};

/** The parts of a query that determine its totals and counts. */
const countingKey = (query: DealQuery, interpretation: number): string =>
  JSON.stringify([{ ...query, sort: null, brands: false }, interpretation]);

/** Answers searches from segments. */
export class SegmentSearch {
  readonly #dictionaries: Dictionaries;
  readonly #brands: BrandCounts;
  readonly #matcher = new Matcher();
  readonly #counter: FacetCounter;
  /** Totals and counts of queries since the last change. */
  readonly #counted = new RecentMap<string, Counted>(COUNTED_QUERIES);
  #segments: readonly Segment[] = [];
  /** Of the deals since the last change. */
  #words: Vocabulary | null = null;

  /** The dictionaries have all values of the segments. */
  constructor(dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
    this.#counter = new FacetCounter(dictionaries);
    this.#brands = new BrandCounts(dictionaries.brands);
  }

  get size(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.liveSize, 0);
  }

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Searches these segments from now on. */
  setSegments(segments: readonly Segment[]): void {
    for (const segment of new Set(this.#segments).difference(new Set(segments))) {
      this.#count(segment, -1);
    }
    for (const segment of new Set(segments).difference(new Set(this.#segments))) {
      this.#count(segment, 1);
    }
    this.#segments = segments;
    this.#counter.setSegments(segments);
    this.#clearCaches();
  }

  /** Marks a live row of one of the segments as deleted. */
  deleteRow(segment: Segment, row: number): void {
    this.#brands.removeRow(segment, row);
    segment.delete(row);
    this.#clearCaches();
  }

  #clearCaches(): void {
    this.#counted.clear();
    this.#words = null;
  }

  /**
   * The deals of the first interpretation of the words that deals match. If filters exclude all of
   * them, other words are no remedy.
   */
  search(query: DealQuery, limit: number, cursor: string | null): DealSearchPage {
    const after = readCursor(effectiveSort(query), cursor);
    if (query.brief) return this.#searchBriefly(query, limit, after);
    const ways = interpret(query.text, query.raw, this.#vocabulary());
    let typed: DealSearchPage | null = null;
    let interpretation = 0;
    for (const words of ways) {
      const { page, isMatched } = this.#searchParsed(query, words, interpretation, limit, after);
      interpretation += 1;
      if (isMatched) return page;
      typed ??= page;
    }
    if (typed === null) throw new Error('Every query has an interpretation.');
    return { ...typed, correctedQuery: null, dropped: [] };
  }

  #searchBriefly(query: DealQuery, limit: number, after: SortKey | null): DealSearchPage {
    const words = interpretAsTyped(query.text, query.raw, this.#vocabulary());
    return words === null ? emptyPage : this.#searchParsed(query, words, 0, limit, after).page;
  }

  #searchParsed(
    query: DealQuery,
    words: ParsedQuery,
    interpretation: number,
    limit: number,
    after: SortKey | null,
  ): Searched {
    const sort = effectiveSort(query);
    // Words that only add to the scores of deals are read only if deals are ordered by them.
    const isScored = sort === 'relevance' && limit > 0;
    const compiled = this.#compile(query, words, isScored);
    const { alternatives } = compiled;
    const key = countingKey(query, interpretation);
    const known = this.#counted.get(key);

    const filter = compileFilter(query, this.#dictionaries);
    const first = new FirstHits({ filter, sort, after, limit, freshFrom: this.#freshFrom() });
    // Without words, groups count facets along with the total.
    const isCounted = !query.brief || alternatives.length === 0;
    const counter = known === undefined && isCounted ? this.#counter : null;
    counter?.begin(filter);
    let total = 0;
    let isMatched = alternatives.length === 0 && this.size > 0;
    for (const segment of this.#segments) {
      const task = first.taskFor(segment);
      if (alternatives.length > 0) {
        const unwanted = this.#excludedRows(segment, compiled);
        const matches = this.#matcher.match(segment, alternatives);
        isMatched ||= hasLiveRow(segment, matches);
        total += collectMatching(task, withoutRows(matches, unwanted), counter);
      } else if (counter !== null) {
        total += collectFiltered(task, counter);
      } else {
        const passing = (known?.total ?? 0) / Math.max(1, this.size);
        collectFirst(task, Math.ceil(passing * segment.liveSize));
      }
      first.take(task);
    }
    const counted = known ?? { total, facets: counter?.finish(query) ?? noFacets };
    this.#counted.set(key, counted);
    const page = {
      ...first.page(),
      total: counted.total,
      facets: { ...counted.facets, brand: this.#countBrands(query, compiled) },
      partial: false,
      correctedQuery: words.correctedText,
      dropped: words.dropped,
    };
    return { page, isMatched };
  }

  #compile(query: DealQuery, words: ParsedQuery, isScored: boolean): CompiledWords {
    const { terms } = this.#dictionaries;
    const alternatives = compileQuery(words, terms);
    const excluded = excludedClauses(query.without, words, this.#vocabulary());
    return {
      alternatives: isScored ? alternatives : simplifyQuery(alternatives),
      excluded: compileQuery({ alternatives: excluded.map((clause) => [clause]) }, terms),
    };
  }

  /** The rows with an excluded word, as a copy: the matcher reuses its memory. */
  #excludedRows(segment: Segment, { excluded }: CompiledWords): Uint32Array {
    if (excluded.length === 0) return noRows;
    const { rows, count } = this.#matcher.match(segment, excluded);
    return rows.slice(0, count);
  }

  /** Counts the brands of the deals that pass all filters, without that by brand if all are asked for. */
  #countBrands(query: DealQuery, words: CompiledWords): Facets['brand'] {
    if (!countsBrands(query)) return [];
    const filter = compileFilter(
      query.brands ? { ...query, brand: [] } : query,
      this.#dictionaries,
    );
    const counter = new BrandCounter(this.#dictionaries.brands);
    for (const segment of this.#segments) {
      const unwanted = this.#excludedRows(segment, words);
      const matches =
        words.alternatives.length > 0
          ? withoutRows(this.#matcher.match(segment, words.alternatives), unwanted)
          : null;
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
    });
  }

  #freshFrom(): number {
    const times = this.#segments.map((segment) => segment.newestPostedAt);
    return freshFrom(Math.max(0, ...times));
  }

  #vocabulary(): Vocabulary {
    return (this.#words ??= createLiveVocabulary(this.#dictionaries.terms, this.#segments));
  }

  #countCategory(category: Category): number {
    const { facets } = this.search(everyDeal, 1, null);
    return facets.category.find(({ value }) => value === category)?.count ?? 0;
  }

  #count(segment: Segment, sign: 1 | -1): void {
    this.#dictionaries.terms.count(segment.postings, sign);
    this.#brands.count(segment, sign);
  }
}
