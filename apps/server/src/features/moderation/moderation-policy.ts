import type { Principal } from '#platform/http/authentication.ts';

/** Whoever acts by a role may see what was done by it. */
export const mayReadAudit = (who: Principal): boolean => who.role !== 'member';
