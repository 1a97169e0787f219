import type { Role } from '@izgodno/contract/accounts/session';
import { mayCall } from '#platform/http/authentication.ts';

/** The two sides of a sale. */
export interface SaleSides {
  readonly sellerId: string;
  readonly buyerId: string;
}

/** Only its own seller sells a deal, whatever the role of others; a source's deal has none. */
export const maySell = (userId: string, deal: { readonly sellerId: string | null }): boolean =>
  deal.sellerId === userId;

/** The other side of a sale, whom a user rates; null for users who are no side of it. */
export const otherSide = (userId: string, { sellerId, buyerId }: SaleSides): string | null => {
  if (userId === sellerId) return buyerId;
  return userId === buyerId ? sellerId : null;
};

/** Moderators remove ratings, except those that they gave or got. */
export const mayRemoveRating = (
  who: { readonly id: string; readonly role: Role },
  { raterId, ratedId }: { readonly raterId: string; readonly ratedId: string },
): boolean => mayCall(who.role, 'moderator') && raterId !== who.id && ratedId !== who.id;

/** Only who was rated replies to a rating. */
export const mayReply = (userId: string, rating: { readonly ratedId: string }): boolean =>
  rating.ratedId === userId;
