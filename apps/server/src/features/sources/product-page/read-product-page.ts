import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import { CallError } from '#platform/http/errors.ts';
import {
  GuardedFetchError,
  type GuardedAnswer,
  type GuardedFetch,
} from '#platform/http/guarded-fetch.ts';
import { decodeText } from '../merchant-feed/decode-text.ts';
import { describeProduct } from './describe-product.ts';

/** Shops' pages with everything inlined are smaller. */
const MAX_PAGE_BYTES = 4 * 2 ** 20;
/** Milliseconds that a user waits in the form. */
const TIMEOUT_MS = 8_000;
const HEAD_BYTES = 2_048;

const META_CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{2,40})/i;

/** The encoding declared by the header, else by the head of the page. */
const charsetOf = ({ headers, body }: GuardedAnswer): string | null =>
  /charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ??
  META_CHARSET.exec(body.subarray(0, HEAD_BYTES).toString('latin1'))?.[1] ??
  null;

const textOf = async (answer: GuardedAnswer): Promise<string> => {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield answer.body;
  };
  let text = '';
  for await (const piece of decodeText(bytes(), charsetOf(answer))) text += piece;
  return text;
};

/**
 * Reads the product of a page. Throws `link_unreadable` for every failure, so that hosts in our own
 * network cannot be distinguished from missing ones.
 */
export const readProductPage = async (fetch: GuardedFetch, url: string): Promise<ProductPage> => {
  const answer = await fetch(url, {
    accept: 'text/html, application/xhtml+xml;q=0.9',
    maxBytes: MAX_PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => {
    throw error instanceof GuardedFetchError ? new CallError('link_unreadable') : error;
  });
  const isPage = /\bhtml\b/i.test(answer.headers.get('content-type') ?? 'text/html');
  const product =
    answer.status === 200 && isPage ? describeProduct(await textOf(answer), answer.url) : null;
  if (product === null) throw new CallError('link_unreadable');
  return product;
};
