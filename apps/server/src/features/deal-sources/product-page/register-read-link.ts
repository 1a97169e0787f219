import type { FastifyInstance } from 'fastify';
import { readLink, takeLinkPictures } from '@izgodno/contract/deals/link-calls';
import type { Clock } from '#platform/clock.ts';
import { addCall } from '#platform/http/add-call.ts';
import { requireUser } from '#platform/http/authentication.ts';
import { createAllowance } from './allowance.ts';
import { readProductPage } from './read-product-page.ts';
import { takePictures, type TakePicturesOptions } from './take-pictures.ts';

/** Links that one person may have read, and lists of pictures taken. */
export const READ_LINK_LIMIT = { calls: 20, perMs: 10 * 60_000 } as const;

export interface ReadLinkDependencies extends TakePicturesOptions {
  readonly clock: Clock;
}

/** The calls that fill the form of a post from a link: for those who can post. */
export const registerReadLink = (
  app: FastifyInstance,
  { fetch, files, clock }: ReadLinkDependencies,
): void => {
  const takeLink = createAllowance({ ...READ_LINK_LIMIT, clock });
  const takePicturesOf = createAllowance({ ...READ_LINK_LIMIT, clock });
  addCall(app, readLink, async ({ body, request }) => {
    takeLink((await requireUser(request)).id);
    return { product: await readProductPage(fetch, body.url) };
  });
  addCall(app, takeLinkPictures, async ({ body, request }) => {
    const { id } = await requireUser(request);
    takePicturesOf(id);
    return { files: await takePictures({ fetch, files }, id, body.urls) };
  });
};
