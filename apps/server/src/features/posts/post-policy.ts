import type { Principal } from '#platform/http/authentication.ts';

/**
 * Only its owner changes, sells, deletes or restores a post, whatever the role of others:
 * moderators have a call of their own, which asks for a reason and records it. A source's deal has
 * no seller.
 */
export const mayChangeDeal = (
  who: Principal,
  deal: { readonly sellerId: string | null },
): boolean => deal.sellerId === who.id;

/**
 * Who may read the telephone numbers in a post: any signed-in user, unless its seller has blocked
 * them, or they the seller.
 */
export const mayReadContact = (
  who: Principal,
  post: { readonly sellerId: string; readonly isBlocked: boolean },
): boolean => mayChangeDeal(who, post) || !post.isBlocked;
