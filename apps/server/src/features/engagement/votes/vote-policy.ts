import type { DealStatus } from '@izgodno/contract/deals/vocabulary';

interface VotedDeal {
  /** Null for deals of a source. */
  readonly sellerId: string | null;
  readonly status: DealStatus;
}

/** Every user votes on every deal except their own, whatever their role. */
export const mayVote = (userId: string, deal: VotedDeal): boolean => deal.sellerId !== userId;

/** A deal that is sold, expired or removed is neither hot nor cold. */
export const takesVotes = ({ status }: VotedDeal): boolean => status === 'active';
