import type { Principal } from '#platform/http/authentication.ts';

/** The deal to be changed. */
interface Posted {
  /** Null for deals of a source. */
  readonly sellerId: string | null;
}

/**
 * Only its owner changes, sells, deletes or restores a post, whatever the role of others:
 * moderators have a call of their own, which asks for a reason and records it.
 */
export const mayChangeDeal = (who: Principal, deal: Posted): boolean => deal.sellerId === who.id;
