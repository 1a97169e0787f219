import type { Principal } from '#platform/http/authentication.ts';

/** The owner of the session or account that a call is about. */
interface Owned {
  readonly ownerId: string;
}

/** Users end their own sessions; an administrator ends any, to sign an intruder out. */
export const mayRevokeSession = (who: Principal, session: Owned): boolean =>
  session.ownerId === who.id || who.role === 'admin';

/** Administrators sign a user out everywhere, for example if an account was hijacked. */
export const maySignUserOut = (who: Principal): boolean => who.role === 'admin';

/** Administrators change the roles of others but not their own, so that one always remains. */
export const mayChangeRole = (who: Principal, account: Owned): boolean =>
  who.role === 'admin' && account.ownerId !== who.id;
