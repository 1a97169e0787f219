import type { FacetEntry, FacetName } from '@izgodno/contract/deals/deal-page';
import type { Suggestion } from '@izgodno/contract/search/calls';
import type {
  Category,
  Condition,
  SortOrder,
  SourceGroup,
} from '@izgodno/contract/deals/vocabulary';

/** A search, stripped of everything that is only presentation. Empty lists mean "any". */
export interface DealQuery {
  /** As typed; blank means none. */
  readonly text: string;
  readonly categories: readonly Category[];
  readonly sources: readonly string[];
  readonly groups: readonly SourceGroup[];
  readonly conditions: readonly Condition[];
  readonly locations: readonly string[];
  /** Euro cents, both inclusive. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** Percent, inclusive. Deals without a claimed discount count as 0. */
  readonly minDiscount: number | null;
  /** Tenths of a star, inclusive. Deals without a rating count as 0. */
  readonly minRating: number | null;
  readonly inStock: boolean;
  readonly sort: SortOrder;
}

/** Asks for every deal, the newest first. */
export const everyDeal: DealQuery = {
  text: '',
  categories: [],
  sources: [],
  groups: [],
  conditions: [],
  locations: [],
  minPrice: null,
  maxPrice: null,
  minDiscount: null,
  minRating: null,
  inStock: false,
  sort: 'newest',
};

export interface DealHit {
  readonly id: string;
  /** `change_seq` of the version found: a cached row of the same version need not be read again. */
  readonly version: number;
}

export interface DealSearchPage {
  readonly hits: readonly DealHit[];
  readonly total: number;
  /** Each facet is counted with all filters but its own. Most frequent first, then by value; price in bucket order. */
  readonly facets: Readonly<Record<FacetName, readonly Omit<FacetEntry, 'label'>[]>>;
  readonly nextCursor: string | null;
  /** True while totals and counts are only lower bounds. */
  readonly partial: boolean;
  /** The words that were searched for instead, where those typed match nothing. */
  readonly correctedQuery: string | null;
}

/** Thrown for a cursor that was not given out for this sort order. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

export interface DealSearch {
  search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage>;
  suggest(text: string, limit: number): Promise<readonly Suggestion[]>;
}
