import { mayCall, type Principal } from '#platform/http/authentication.ts';

/** The deal to be moderated. */
interface ModeratedDeal {
  /** Null for deals of a source. */
  readonly sellerId: string | null;
}

export const maySeeReports = (who: Principal): boolean => mayCall(who.role, 'moderator');

interface Appealed {
  readonly ownerId: string;
  /** Who made the decision; null if the account was deleted. */
  readonly decidedBy: string | null;
}

/**
 * An appeal is decided by another moderator than the one who made the decision; an administrator
 * may be the only one.
 */
export const mayDecideAppeal = (who: Principal, { ownerId, decidedBy }: Appealed): boolean =>
  maySeeReports(who) && ownerId !== who.id && (decidedBy !== who.id || who.role === 'admin');

/**
 * Moderators and administrators decide on reports, except of themselves and of ratings that they gave
 * or got.
 */
export const mayDecideReports = (who: Principal, concerned: readonly (string | null)[]): boolean =>
  maySeeReports(who) && !concerned.includes(who.id);

/** Moderators and administrators moderate deals, except their own. */
export const mayModerate = (who: Principal, deal: ModeratedDeal): boolean =>
  maySeeReports(who) && deal.sellerId !== who.id;
