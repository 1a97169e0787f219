import { createCategoryMapper } from '../mapping/category.ts';
import { cleanUrl } from '../records/text.ts';
import { type Rejection } from '../pipeline/connector.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/api.ts';
import {
  keyOf,
  linkIdentity,
  reject,
  toDescription,
  toName,
  toImages,
  toTitle,
} from '../records/draft-fields.ts';
import { currentPrice } from './current-price.ts';
import type { Product } from './responses.ts';

/** The tag for free shipping. */
export const FREE_SHIPPING_TAG = 'безплатна доставка';
export const GIFT_TAG = 'подарък';

/** Products have no id of their own, so shop and page identify them. Null without a page. */
export const productKey = ({ advertiser_id, link }: Product): string | null => {
  const url = cleanUrl(link);
  return url === null ? null : keyOf(advertiser_id, linkIdentity(url));
};

export interface ProductExtras {
  /** The result of `productKey`. */
  readonly externalId: string | null;
  /** The link that pays commission; null if `link` goes to the shop without it. */
  readonly affiliateLink: string | null;
  readonly tags: readonly string[];
}

/** Maps products of the API, whose prices are in `currency`. */
export const createProductMapper = (
  currency: string,
): ((product: Product, extras: ProductExtras) => MappedDeal | Rejection) => {
  const categoryOf = createCategoryMapper();
  return (product, { externalId, affiliateLink, tags }) => {
    const title = toTitle(product.name);
    if (title === '') return reject('title_missing', product.name);
    if (product.link.trim() === '') return reject('link_missing', '');
    const link = cleanUrl(product.link);
    if (link === null || externalId === null) return reject('link_invalid', product.link);
    const price = currentPrice(product.price_vat, product.price_discounted, currency);
    if ('reason' in price) return price;
    return {
      ...draftDefaults,
      ...price,
      externalId,
      title,
      description: toDescription(product.description),
      link: affiliateLink ?? link,
      productLink: affiliateLink === null ? null : link,
      merchant: toName(product.advertiser_name),
      brand: toName(product.brand_name),
      mpn: toName(product.part_number),
      category: categoryOf('', product.category_name, title),
      sourceCategory: toName(product.category_name),
      condition: 'new',
      tags: product.free_shipping ? [FREE_SHIPPING_TAG, ...tags] : tags,
      delivery: product.free_shipping ? { cents: 0, days: null } : null,
      media: toImages([product.image_original, product.image]),
    };
  };
};
