import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { MappedRecord } from '../pipeline/connector.ts';
import { reject, toRecord } from '../records/draft-fields.ts';
import type { AffiliateLinks } from './affiliate-links.ts';
import { type CampaignTags, tagsOfShop } from './campaign-tags.ts';
import { createProductMapper, productKey } from './map-product.ts';
import { productSchema } from './responses.ts';

export interface PageMapper {
  /** Maps products as received, and gives them their links. */
  map(items: readonly unknown[]): Promise<readonly MappedRecord[]>;
  /** The record of a product that its shop offers no more. */
  ended(externalId: string): MappedRecord;
}

/** Numbers and maps all products of a reading, whose prices are in `currency`. */
export const createPageMapper = (
  links: AffiliateLinks,
  tags: CampaignTags,
  currency: string,
): PageMapper => {
  const toDeal = createProductMapper(currency);
  let row = 0;

  return {
    async map(items) {
      const products = items.map((item) => parseUntrusted(productSchema, item).data ?? null);
      const linkOf = await links.linksOf(products.filter((product) => product !== null));
      return products.map((product, at) => {
        row += 1;
        if (product === null)
          return toRecord(row, null, reject('shape_unknown', JSON.stringify(items[at])));
        const externalId = productKey(product);
        const affiliateLink = externalId === null ? null : (linkOf.get(externalId) ?? null);
        const extras = { externalId, affiliateLink, tags: tagsOfShop(tags, product.link) };
        return toRecord(row, externalId, toDeal(product, extras));
      });
    },
    ended(externalId) {
      row += 1;
      return toRecord(row, externalId, reject('expired', 'gone'));
    },
  };
};
