import type { Transaction } from 'kysely';
import type { Money } from '@izgodno/contract/common/money';
import type { Schema } from '#platform/database/schema.ts';

/** What a notice is about. Deals are named as they stand when it is written. */
export type NoticeSubject =
  | { readonly kind: 'price_drop'; readonly dealId: number; readonly oldPrice: Money }
  | { readonly kind: 'back_in_stock'; readonly dealId: number }
  | {
      readonly kind: 'no_longer_available';
      readonly dealId: number;
      readonly why: 'sold' | 'expired' | 'deleted';
    }
  | {
      readonly kind: 'saved_search';
      readonly savedSearch: { readonly id: string; readonly name: string; readonly query: string };
      /** The newest first. */
      readonly dealIds: readonly number[];
    }
  | {
      readonly kind: 'own_deal_expired';
      readonly dealId: number;
      readonly why: 'date' | 'members' | 'moderator';
    }
  | { readonly kind: 'own_deal_removed'; readonly dealId: number; readonly reason: string }
  | {
      readonly kind: 'channel_invitation';
      readonly channel: { readonly id: string; readonly name: string };
      readonly inviter: { readonly id: string; readonly name: string };
    };

export interface NoticeDraft {
  readonly userId: string;
  /** Names what has happened: a person is told once of an occasion, however often it is found. */
  readonly occasion: string;
  readonly about: NoticeSubject;
}

/** Writes notices in the transaction it was given with. */
export type Notify = (notices: readonly NoticeDraft[]) => Promise<void>;

/** Tells people, as they want to be told. */
export interface Notifier {
  /**
   * Runs a transaction that tells people of what it does: both happen or neither. Their open pages
   * hear of it once it has ended well.
   */
  transaction<Result>(
    work: (transaction: Transaction<Schema>, notify: Notify) => Promise<Result>,
  ): Promise<Result>;
  /** Erases notices of what holds no more; `announceUnread` follows once the transaction has ended. */
  withdraw(
    transaction: Transaction<Schema>,
    notices: readonly Pick<NoticeDraft, 'userId' | 'occasion'>[],
  ): Promise<void>;
  /** Tells these people's open pages how many notices are unread. */
  announceUnread(userIds: readonly string[]): Promise<void>;
  /** How many notices a person has not read. */
  countUnread(userId: string): Promise<number>;
}
