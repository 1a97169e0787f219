import type { Principal } from '#platform/http/authentication.ts';

/** What is known of a person or session that a call is about. */
interface Owned {
  readonly ownerId: string;
}

/** A person ends sessions of their own; an administrator anyone's, to put an intruder out. */
export const mayRevokeSession = (who: Principal, session: Owned): boolean =>
  session.ownerId === who.id || who.role === 'admin';

/** Administrators sign a person out everywhere: one whose account is in wrong hands, say. */
export const maySignPersonOut = (who: Principal): boolean => who.role === 'admin';

/** Administrators change the roles of others: not their own, so that one always remains. */
export const mayChangeRole = (who: Principal, account: Owned): boolean =>
  who.role === 'admin' && account.ownerId !== who.id;
