import type { Transaction } from 'kysely';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Schema } from '#schema/schema.ts';

/** A deal before and after a change of its status. */
export interface StatusChange {
  readonly sellerId: string | null;
  readonly before: DealStatus;
  readonly after: DealStatus;
}

/** Changes of a deal's status that do not come from its owner or source. */
export interface DealStatusChanges {
  /**
   * Locks the deal until the transaction ends and changes it. Throws `not_found`, or
   * `status_conflict` for a transition that is not allowed. Publish `deals.changed` afterwards.
   */
  set(
    transaction: Transaction<Schema>,
    dealId: number,
    status: 'active' | 'expired',
  ): Promise<StatusChange>;
  remove(transaction: Transaction<Schema>, dealId: number): Promise<StatusChange>;
  /** Restores a deal that a moderator removed. */
  reinstate(transaction: Transaction<Schema>, dealId: number): Promise<StatusChange>;
}
