import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';

/** A deal's position in a list: higher keys first, then higher ids. */
export interface ListedDeal {
  readonly id: number;
  readonly key: number;
}

export type DealPageContent = Omit<DealPage, 'success'>;

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Deals as in responses. */
export interface DealCatalogue {
  /**
   * The deals with these ids, in that order. Deleted ones are left out unless `deleted`, for users
   * who may still see them.
   */
  read(ids: readonly number[], options?: { readonly deleted?: boolean }): Promise<readonly Deal[]>;
  /**
   * A page of a list of deals with the counts of the whole list. `list` is sorted; it is read as a
   * whole for its counts, so it must be limited. Throws `validation_failed` for an invalid cursor.
   */
  page(
    list: readonly ListedDeal[],
    request: PageRequest,
    options?: { readonly deleted?: boolean },
  ): Promise<DealPageContent>;
}
