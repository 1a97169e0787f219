import type { Principal } from '#platform/http/authentication.ts';

/** Sources are administrators' business: their addresses may hold keys, and reading one costs its server. */
export const mayOperateSources = (who: Principal): boolean => who.role === 'admin';
