import type { Principal } from '#platform/http/authentication.ts';

/** What is known of a deal that is to be judged. */
interface Judged {
  /** Null for deals that come from a source. */
  readonly sellerId: string | null;
}

export const maySeeReports = (who: Principal): boolean => who.role !== 'member';

/** Moderators and administrators judge deals, but nobody their own. */
export const mayJudge = (who: Principal, deal: Judged): boolean =>
  maySeeReports(who) && deal.sellerId !== who.id;
