import type { FastifyInstance } from 'fastify';
import { type ProductPage, readLink, takeLinkImages } from '@izgodno/contract/sources/link-calls';
import { percentDecoded } from '#config/percent-decoded.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { type GuardedFetch, GuardedFetchError } from '#platform/http/guarded-fetch.ts';
import { describeProduct } from './describe-product.ts';
import { MAX_PAGE_BYTES, PAGE_TYPES, readPage } from './read-page.ts';
import type { Files } from '#features/uploads/api.ts';

/** The largest image in bytes. */
const MAX_IMAGE_BYTES = 8 * 2 ** 20;
/** Milliseconds that a user waits in the form. */
const TIMEOUT_MS = 8_000;

/** The file name in a URL. */
const nameOf = (url: string): string =>
  percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '') || 'picture';

interface TakeImagesOptions {
  readonly fetch: GuardedFetch;
  readonly files: Pick<Files, 'importImage'>;
}

/**
 * Copies images of the web to a user's files. Images that cannot be fetched or are rejected are
 * left out.
 */
const takeImages = async (
  { fetch, files }: TakeImagesOptions,
  ownerId: string,
  urls: readonly string[],
): Promise<readonly string[]> => {
  const take = async (url: string): Promise<string | null> => {
    try {
      const { status, headers, body } = await fetch(url, {
        accept: 'image/*',
        maxBytes: MAX_IMAGE_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      if (status !== 200) return null;
      const mediaType = headers.get('content-type')?.split(';')[0]?.trim() ?? '';
      return (await files.importImage({ ownerId, name: nameOf(url), mediaType, bytes: body })).id;
    } catch (error) {
      if (error instanceof GuardedFetchError || error instanceof CallError) return null;
      throw error;
    }
  };
  const taken = await Promise.all([...new Set(urls)].map(take));
  return taken.filter((id) => id !== null);
};

/**
 * Reads the product of a page. Throws `link_unreadable` for every failure, so that hosts in our own
 * network cannot be distinguished from missing ones.
 */
const readProductPage = async (fetch: GuardedFetch, url: string): Promise<ProductPage> => {
  const response = await fetch(url, {
    accept: PAGE_TYPES,
    maxBytes: MAX_PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw error instanceof GuardedFetchError ? new CallError('link_unreadable') : error;
  });
  const html = await readPage(response);
  const product = html === null ? null : describeProduct(html, response.url);
  if (product === null) throw new CallError('link_unreadable');
  return product;
};

/** The calls that fill the form of a post from a link, for users who can post. */
export const registerReadLink = (
  app: FastifyInstance,
  { fetch, files }: TakeImagesOptions,
): void => {
  addCall(app, readLink, async ({ body }) => ({
    product: await readProductPage(fetch, body.url),
  }));
  addCall(app, takeLinkImages, async ({ body, user }) => ({
    files: await takeImages({ fetch, files }, user.id, body.urls),
  }));
};
