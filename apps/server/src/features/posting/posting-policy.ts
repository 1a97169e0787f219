import type { Principal } from '#platform/http/authentication.ts';

/** What is known of a deal that somebody wants to change. */
interface Posted {
  /** Null for deals that come from a source. */
  readonly sellerId: string | null;
}

/**
 * Only who posted a deal changes, sells, deletes or restores it, whatever the others' role: moderators
 * judge deals by a call of their own, which asks for a reason and keeps it.
 */
export const mayChangeDeal = (who: Principal, deal: Posted): boolean => deal.sellerId === who.id;
