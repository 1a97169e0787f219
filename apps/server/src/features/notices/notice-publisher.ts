import type { Transaction } from 'kysely';
import type { Money } from '@izgodno/contract/common/money';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import type { Schema } from '#schema/schema.ts';

/** The subject of a notice. Deals are named as they are when it is written. */
export type NoticeSubject =
  | { readonly kind: 'price_drop'; readonly dealId: number; readonly oldPrice: Money }
  | { readonly kind: 'back_in_stock'; readonly dealId: number }
  | {
      readonly kind: 'price_alert';
      readonly dealId: number;
      readonly below: Money;
      /** The price with delivery, if the alert counts that and it is known. */
      readonly total?: Money;
    }
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
      /** The moderator's reason. */
      readonly reason?: string;
    }
  | {
      readonly kind: 'own_deal_removed' | 'own_post_reinstated';
      readonly dealId: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'channel_invitation';
      readonly channel: { readonly id: string; readonly name: string };
      readonly inviter: { readonly id: string; readonly name: string };
    }
  | Extract<NoticeContent, { kind: 'watched_page' | 'moderation_decision' }>
  | (NewComment & { readonly kind: 'deal_comment'; readonly isMention?: true })
  | (NewComment & { readonly kind: 'comment_reply'; readonly threadId: string })
  | {
      readonly kind: 'sale_to_rate';
      readonly dealId: number;
      readonly seller: { readonly id: string; readonly name: string };
    };

interface NewComment {
  readonly dealId: number;
  readonly sender: { readonly id: string; readonly name: string };
  readonly seq: number;
}

export interface NoticeDraft {
  readonly userId: string;
  /** Identifies the event: a user is notified of it once, however often it is found. */
  readonly occasion: string;
  readonly about: NoticeSubject;
}

/** Writes notices in the transaction it was given with. */
export type Notify = (notices: readonly NoticeDraft[]) => Promise<void>;

/** Notifies users, according to their preferences. */
export interface NoticePublisher {
  /**
   * Runs a transaction together with its notices: both happen or neither. Open pages are notified
   * after the commit.
   */
  transaction<Result>(
    work: (transaction: Transaction<Schema>, notify: Notify) => Promise<Result>,
  ): Promise<Result>;
  /** Stores notices; open pages are notified after the commit. */
  store(transaction: Transaction<Schema>, notices: readonly NoticeDraft[]): Promise<void>;
  /** Erases invalid notices; call `announceUnread` after the commit. */
  withdraw(
    transaction: Transaction<Schema>,
    notices: readonly Pick<NoticeDraft, 'userId' | 'occasion'>[],
  ): Promise<void>;
  /**
   * Counts the comments again that notices about a deal's comments are of, without the message `except`,
   * and erases notices without any. Returns their users; call `announceUnread` after the commit.
   */
  recountComments(
    transaction: Transaction<Schema>,
    comments: { readonly dealId: string; readonly except?: string },
  ): Promise<readonly string[]>;
  /** Publishes the number of unread notices to these users' open pages. */
  announceUnread(userIds: readonly string[]): Promise<void>;
  /** The number of a user's unread notices. */
  countUnread(userId: string): Promise<number>;
}
