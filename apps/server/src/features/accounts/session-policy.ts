import type { Principal } from '#platform/http/authentication.ts';

/** The owner of the session or account that a call is about. */
interface Owned {
  readonly ownerId: string;
}

/** Users end their own sessions; an administrator ends any, to sign an intruder out. */
export const mayRevokeSession = (who: Principal, session: Owned): boolean =>
  session.ownerId === who.id || who.role === 'admin';
