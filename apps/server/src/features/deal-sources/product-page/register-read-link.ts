import type { FastifyInstance } from 'fastify';
import { readLink } from '@izgodno/contract/deals/link-calls';
import type { Clock } from '#platform/clock.ts';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import { createAllowance } from './allowance.ts';
import { readProductPage } from './read-product-page.ts';

/** Links that one person may have read. */
export const READ_LINK_LIMIT = { calls: 20, perMs: 10 * 60_000 } as const;

export interface ReadLinkDependencies {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
}

/** The call that fills the form of a post from a link: for those who can post. */
export const registerReadLink = (
  app: FastifyInstance,
  { fetch, clock }: ReadLinkDependencies,
): void => {
  const take = createAllowance({ ...READ_LINK_LIMIT, clock });
  addCall(app, readLink, async ({ body, request }) => {
    take((await requireUser(request)).id);
    return { product: await readProductPage(fetch, body.url) };
  });
};
