import type { Principal } from '#platform/http/authentication.ts';

/** The deal to be moderated. */
interface Judged {
  /** Null for deals of a source. */
  readonly sellerId: string | null;
}

export const maySeeReports = (who: Principal): boolean => who.role !== 'member';

/** Moderators and administrators moderate deals, except their own. */
export const mayModerate = (who: Principal, deal: Judged): boolean =>
  maySeeReports(who) && deal.sellerId !== who.id;
