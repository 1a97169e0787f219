import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';

/** A deal's place in a list: the higher the key the earlier, then the higher the id. */
export interface ListedDeal {
  readonly id: number;
  readonly key: number;
}

export type DealPageContent = Omit<DealPage, 'success'>;

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Deals as calls answer with them. */
export interface DealCatalogue {
  /**
   * The deals of these ids, in that order. Those that were deleted are left out, unless `deleted`
   * asks for them: for who may still see them.
   */
  read(ids: readonly number[], options?: { readonly deleted?: boolean }): Promise<readonly Deal[]>;
  /**
   * A page of a list of deals with the counts of the whole list. `list` is sorted; it is read as a
   * whole for its counts, so it must be bounded. Throws `validation_failed` for a strange cursor.
   */
  page(
    list: readonly ListedDeal[],
    request: PageRequest,
    options?: { readonly deleted?: boolean },
  ): Promise<DealPageContent>;
}
