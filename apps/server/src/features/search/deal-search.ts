import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import type { Suggestion } from '@izgodno/contract/search/calls';
import {
  atLeastFilters,
  flagFilters,
  oneOfFilters,
  rangeParameters,
  type AtLeastName,
  type FlagName,
  type OneOfName,
  type OneOfValue,
  type RangeParameter,
} from '@izgodno/contract/search/filters';
import type { DealHit, FacetCounts } from '#features/deals/api.ts';

/**
 * The values of the filters. An empty list and null match every deal. Amounts are euro cents; an
 * `atLeast` filter counts in the whole numbers of deals (percent, tenths of a star).
 */
export type FilterValues = {
  readonly [Name in OneOfName]: readonly OneOfValue<Name>[];
} & {
  readonly [Name in RangeParameter | AtLeastName]: number | null;
} & {
  readonly [Name in FlagName]: boolean;
};

/** A search without presentation. */
export type DealQuery = FilterValues & {
  /** As typed; blank means none. */
  readonly text: string;
  /** Words that no deal may have, beside those of the text. */
  readonly without: readonly string[];
  readonly sort: SortOrder;
  /** Searches the words as they are: nothing is read from them, corrected or left out. */
  readonly raw: boolean;
  /** Counts the brands, too. */
  readonly brands: boolean;
  /**
   * Wants only the total and the first hits, of the words as they are typed. Facets and other ways
   * to read the words may be missing then.
   */
  readonly brief: boolean;
};

// The overload states the type, because TypeScript cannot derive it from a list of entries.
function noFilters(): FilterValues;
function noFilters(): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ...oneOfFilters.map((name) => [name, []]),
    ...[...rangeParameters, ...atLeastFilters].map((name) => [name, null]),
    ...flagFilters.map((name) => [name, false]),
  ]);
}

/** Matches every deal, the newest first. */
export const everyDeal: DealQuery = {
  ...noFilters(),
  text: '',
  without: [],
  sort: 'newest',
  raw: false,
  brands: false,
  brief: false,
};

export interface DealSearchPage {
  readonly hits: readonly DealHit[];
  readonly total: number;
  /** Each facet is counted with all filters but its own. Most frequent first, then by value; price in bucket order. Of brands only the chosen ones, unless all are asked for. */
  readonly facets: FacetCounts;
  readonly nextCursor: string | null;
  /** True while totals and counts are only lower bounds. */
  readonly partial: boolean;
  /** The searched words, if the typed ones match nothing; never the typed ones. */
  readonly correctedQuery: string | null;
  /** The words left out, because no deal matches all; if there are some, the deals are only near. */
  readonly dropped: readonly string[];
}

/** Thrown for a cursor that was not issued for this sort order. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

export interface DealSearch {
  /** With a limit of 0 only the total is wanted. */
  search(query: DealQuery, limit: number, cursor: string | null): Promise<DealSearchPage>;
  /** Candidates for suggestions; their counts are estimates. */
  suggest(text: string, limit: number): Promise<readonly Suggestion[]>;
}
