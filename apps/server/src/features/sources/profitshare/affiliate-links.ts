import { cleanUrl } from '../records/text.ts';
import { productKey } from './map-product.ts';
import { LINK_BATCH, type ProfitshareApi } from './profitshare-api.ts';
import type { Product } from './responses.ts';

export interface AffiliateLinks {
  /** The links with commission, by product key; products without one are left out. */
  linksOf(products: readonly Product[]): Promise<ReadonlyMap<string, string>>;
}

/** Finds products' links with commission: the product's own, a stored one, or a new one. */
export const createAffiliateLinks = (
  api: Pick<ProfitshareApi, 'createLinks'>,
  knownLinks: (externalIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): AffiliateLinks => ({
  async linksOf(products) {
    const links = new Map<string, string>();
    const without = new Map<string, { readonly name: string; readonly url: string }>();
    for (const product of products) {
      const key = productKey(product);
      const url = cleanUrl(product.link);
      if (key === null || url === null) continue;
      const given = cleanUrl(product.affiliate_link);
      if (given === null) without.set(key, { name: product.name, url });
      else links.set(key, given);
    }

    const known = await knownLinks([...without.keys()]);
    for (const [key, { url }] of without) {
      const link = known.get(key);
      // A stored deal may have been read without commission.
      if (link === undefined || link === url) continue;
      links.set(key, link);
      without.delete(key);
    }

    const missing = [...without];
    for (let from = 0; from < missing.length; from += LINK_BATCH) {
      const batch = missing.slice(from, from + LINK_BATCH);
      const created = await api.createLinks(batch.map(([, target]) => target));
      for (const [at, [key]] of batch.entries()) {
        const link = cleanUrl(created[at] ?? '');
        if (link !== null) links.set(key, link);
      }
    }
    return links;
  },
});
