import type { Money } from '@izgodno/contract/common/money';
import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import { ForbiddenIpError } from '#platform/http/ip-guard.ts';
import { ImportError } from '../pipeline/import-error.ts';
import type { SourceNetwork } from '../politeness/polite-http.ts';
import { createReadingValidators } from '../politeness/validators.ts';
import { hostOf } from '../records/base-url.ts';
import { keyOf, linkIdentity } from '../records/draft-fields.ts';
import { describeProduct } from './describe-product.ts';
import { MAX_PAGE_BYTES, PAGE_TYPES, readPage } from './read-page.ts';

/** Milliseconds for everything: the wait for the host, robots.txt, redirects and attempts. */
const READING_LIMIT_MS = 20_000;

/** What a shop's page offers at a price. */
export interface OfferOnPage extends ProductPage {
  readonly price: Money;
  readonly merchant: string;
  /** Equal for URLs that lead to the same page. */
  readonly key: string;
}

/** Why a page gives no offer. A private network and a missing host are both `unreadable`. */
export type PageFailure = 'unreadable' | 'forbidden' | 'no_product';

export type PageReading =
  | { readonly kind: 'offer'; readonly offer: OfferOnPage }
  | { readonly kind: 'none'; readonly why: PageFailure };

/** Pages of shops, read as politely as sources: by robots.txt and at the pace of their hosts. */
export interface ProductPages {
  /** Rejects only with the signal's reason. */
  read(url: string, signal: AbortSignal): Promise<PageReading>;
}

const none = (why: PageFailure): PageReading => ({ kind: 'none', why });

const failureOf = (error: ImportError): PageFailure =>
  error.code === 'SOURCE_FORBIDS' && !(error.cause instanceof ForbiddenIpError)
    ? 'forbidden'
    : 'unreadable';

/** `network` must not reach private hosts, because users give the URLs. */
export const createProductPages = (network: SourceNetwork): ProductPages => ({
  async read(url, outer) {
    const signal = AbortSignal.any([outer, AbortSignal.timeout(READING_LIMIT_MS)]);
    const http = network.forReading({ validators: createReadingValidators(new Map()), signal });
    try {
      const response = await http.read(url, {
        headers: { accept: PAGE_TYPES },
        maxBytes: MAX_PAGE_BYTES,
      });
      const html = await readPage(response);
      if (html === null) return none('unreadable');
      const product = describeProduct(html, response.url);
      if (product === null || product.price === null) return none('no_product');
      // Not the canonical URL, because several choices of a product may share it.
      const identity = linkIdentity(response.url);
      const { price, merchant } = product;
      return {
        kind: 'offer',
        offer: {
          ...product,
          url: identity,
          key: keyOf(identity),
          price,
          merchant: merchant ?? hostOf(identity) ?? identity,
        },
      };
    } catch (error) {
      outer.throwIfAborted();
      if (signal.aborted) return none('unreadable');
      if (error instanceof ImportError) return none(failureOf(error));
      throw error;
    }
  },
});
