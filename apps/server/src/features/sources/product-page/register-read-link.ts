import type { FastifyInstance } from 'fastify';
import { readLink, takeLinkImages } from '@izgodno/contract/sources/link-calls';
import { addCall } from '#platform/http/add-call.ts';
import { readProductPage } from './read-product-page.ts';
import { takePictures, type TakePicturesOptions } from './take-pictures.ts';

/** The calls that fill the form of a post from a link, for users who can post. */
export const registerReadLink = (
  app: FastifyInstance,
  { fetch, files }: TakePicturesOptions,
): void => {
  addCall(app, readLink, async ({ body }) => ({
    product: await readProductPage(fetch, body.url),
  }));
  addCall(app, takeLinkImages, async ({ body, user }) => ({
    files: await takePictures({ fetch, files }, user.id, body.urls),
  }));
};
