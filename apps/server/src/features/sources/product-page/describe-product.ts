import type { ProductPage } from '@izgodno/contract/sources/link-calls';
import type { Condition } from '@izgodno/contract/deals/vocabulary';
import { createCategoryMapper } from '../mapping/category.ts';
import { cleanUrl } from '../records/text.ts';
import { toDescription, toName, toImages, toTitle } from '../records/draft-fields.ts';
import { readLinkedData, type LinkedData, type LinkedNode } from './json-ld.ts';
import {
  describeProperty,
  nodesOfProperty,
  propertyTypes,
  type PropertyOnPage,
} from './describe-property.ts';
import { readPageFacts, type PageFacts } from './page-facts.ts';
import { availableOf, isSoldOut, lowestOffer, readMoney, singleOffers } from './product-offer.ts';
import { namesSize } from '../records/property-facts.ts';

const productTypes: ReadonlySet<string> = new Set([
  'Product',
  'IndividualProduct',
  'ProductModel',
  'ProductGroup',
  'Vehicle',
  'Car',
  ...propertyTypes,
]);
const offerTypes: ReadonlySet<string> = new Set(['Offer']);
const crumbTypes: ReadonlySet<string> = new Set(['BreadcrumbList']);

const conditions: readonly (readonly [RegExp, Condition])[] = [
  [/new/i, 'new'],
  [/refurbished/i, 'like_new'],
  [/used/i, 'good'],
  [/damaged/i, 'for_parts'],
];

const GTIN = /^\d{8}(?:\d{4,6})?$/;
const gtinNames = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'isbn'] as const;

const categoryOf = createCategoryMapper();

const absolute = (url: string, base: string): string | null =>
  cleanUrl(URL.parse(url.trim(), base)?.href ?? '');

/** The page's structured data; missing values are empty or null. */
interface Said {
  readonly title: string;
  readonly description: string;
  readonly images: readonly string[];
  readonly brand: string;
  readonly gtin: string;
  readonly mpn: string;
  readonly category: string;
  readonly condition: string;
  readonly availability: string;
  readonly prices: ReturnType<typeof lowestOffer>;
}

const imagesOf = (node: LinkedNode, data: LinkedData): readonly string[] =>
  data.values(node, 'image').flatMap((image) => {
    if (typeof image === 'string') return [image];
    const [nested] = data.nodes({ image }, 'image');
    if (nested === undefined) return [];
    return [
      data.text(nested, 'url') || data.text(nested, 'contentUrl') || data.text(nested, '@id'),
    ];
  });

const nameOf = (node: LinkedNode, property: string, data: LinkedData): string => {
  const [named] = data.nodes(node, property);
  return data.text(node, property) || (named === undefined ? '' : data.text(named, 'name'));
};

const crumbs = (data: LinkedData): string => {
  const [list] = data.nodesOf(crumbTypes);
  if (list === undefined) return '';
  return data
    .nodes(list, 'itemListElement')
    .map((step) => data.text(step, 'name') || nameOf(step, 'item', data))
    .slice(0, -1)
    .join(' > ');
};

/** The first text that is not empty. */
const firstOf = (nodes: readonly LinkedNode[], read: (node: LinkedNode) => string): string =>
  nodes.map(read).find((text) => text !== '') ?? '';

const bySchema = (nodes: readonly LinkedNode[], data: LinkedData): Said => {
  const variants = nodes.flatMap((node) => data.nodes(node, 'hasVariant'));
  const all = [...nodes, ...variants];
  const offers = [
    ...new Set(
      all.flatMap((node) => (data.isA(node, offerTypes) ? [node] : data.nodes(node, 'offers'))),
    ),
  ];
  const available = availableOf(singleOffers(offers, data), data);
  const [first] = available;
  const text = (property: string): string => firstOf(all, (node) => data.text(node, property));
  const named = (property: string): string => firstOf(all, (node) => nameOf(node, property, data));
  /** What a variant has for itself. */
  const number = (property: string): string => firstOf(nodes, (node) => data.text(node, property));
  const gtins = gtinNames.map((name) => number(name).replace(/[\s-]/g, ''));
  return {
    title: text('name'),
    description: text('description'),
    images: all.flatMap((node) => imagesOf(node, data)),
    brand: named('brand') || named('manufacturer'),
    gtin: gtins.find((gtin) => GTIN.test(gtin)) ?? '',
    mpn: number('mpn') || number('sku'),
    category: named('category') || crumbs(data),
    condition:
      text('itemCondition') ||
      firstOf([...available, ...offers], (offer) => data.text(offer, 'itemCondition')),
    availability: first === undefined ? '' : data.text(first, 'availability'),
    prices: lowestOffer(offers, data),
  };
};

const byMeta = ({ meta, title }: PageFacts): Said => {
  const read = (...names: readonly string[]): string =>
    names.map((name) => meta.get(name) ?? '').find((text) => text !== '') ?? '';
  const price = readMoney(
    read('product:sale_price:amount', 'product:price:amount', 'og:price:amount', 'price'),
    read(
      'product:sale_price:currency',
      'product:price:currency',
      'og:price:currency',
      'pricecurrency',
    ),
  );
  const former = readMoney(
    read('product:original_price:amount'),
    read('product:original_price:currency'),
  );
  return {
    title: read('og:title', 'twitter:title', 'name') || title,
    description: read('og:description', 'twitter:description', 'description'),
    images: [read('og:image:secure_url', 'og:image', 'twitter:image', 'image')],
    brand: read('product:brand', 'og:brand', 'brand'),
    gtin: read('product:ean', 'product:gtin', 'product:upc', 'gtin13', 'gtin'),
    mpn: read('product:mfr_part_no', 'mpn', 'sku'),
    category: read('product:category'),
    condition: read('product:condition', 'og:condition', 'itemcondition'),
    availability: read('product:availability', 'og:availability', 'availability'),
    prices:
      price === null
        ? null
        : {
            price,
            originalPrice:
              former !== null && former.currency === price.currency && former.amount > price.amount
                ? former
                : null,
          },
  };
};

/**
 * The page's main product: of several the one with its URL, else the first with a price, of its own
 * or of its variants.
 */
const mainProduct = (data: LinkedData, url: string): LinkedNode | null => {
  const products = data.nodesOf(productTypes);
  const isHere = (node: LinkedNode): boolean => {
    const own = data.text(node, 'url') || data.text(node, '@id');
    return own !== '' && absolute(own, url) === url;
  };
  return (
    products.find(isHere) ??
    products.find((node) =>
      ['offers', 'hasVariant'].some((property) => data.nodes(node, property).length > 0),
    ) ??
    products[0] ??
    null
  );
};

/** The nodes that describe a product: of a home also its listing, which has the price. */
const nodesOfProduct = (main: LinkedNode, data: LinkedData): readonly LinkedNode[] =>
  data.isA(main, propertyTypes) ? nodesOfProperty(main, data) : [main];

/** What a page offers. */
export interface PageOffer {
  readonly product: ProductPage;
  /** Null if it is no home or plot. */
  readonly property: PropertyOnPage | null;
}

/**
 * What a page offers: from schema.org's JSON-LD, else from microdata, Open Graph and other `meta`.
 * `url` is the page's URL. Null for a page without a title.
 */
export const describePage = (html: string, url: string): PageOffer | null => {
  const facts = readPageFacts(html);
  const data = readLinkedData(facts.data);
  const main = mainProduct(data, url);
  const meta = byMeta(facts);
  const nodes = main === null ? [] : nodesOfProduct(main, data);
  const schema = main === null ? null : bySchema(nodes, data);
  const pick = (of: (said: Said) => string): string =>
    (schema === null ? '' : of(schema)) || of(meta);

  const title = toTitle(pick((said) => said.title));
  if (title === '') return null;
  const canonical = facts.canonical === null ? null : absolute(facts.canonical, url);
  const sameSite = canonical !== null && new URL(canonical).host === new URL(url).host;
  const images = [...(schema?.images ?? []), ...meta.images].flatMap((image) =>
    image === '' ? [] : (absolute(image, url) ?? []),
  );
  const condition = pick((said) => said.condition);
  const sourceCategory = pick((said) => said.category);
  const isTyped = facts.hasProperty || nodes.some((node) => data.isA(node, propertyTypes));
  const category = isTyped ? 'imoti' : categoryOf('', sourceCategory, title);
  const prices = schema?.prices ?? meta.prices;
  const gtin = pick((said) => said.gtin);
  const description = toDescription(pick((said) => said.description));
  const product = {
    url: sameSite ? canonical : url,
    title,
    description,
    price: prices?.price ?? null,
    originalPrice: prices?.originalPrice ?? null,
    category: category === 'other' ? null : category,
    condition: conditions.find(([pattern]) => pattern.test(condition))?.[1] ?? null,
    images: toImages(images).map((image) => image.url),
    brand: toName(pick((said) => said.brand)),
    gtin: GTIN.test(gtin) ? gtin : null,
    mpn: toName(pick((said) => said.mpn)),
    inStock: !isSoldOut(pick((said) => said.availability)),
    merchant: toName(facts.meta.get('og:site_name') ?? ''),
  };
  if (category !== 'imoti') return { product, property: null };
  const words = { url, title, description, category: sourceCategory };
  const property = describeProperty(nodes, data, facts, words);
  // A fork is called "вила" too, but has no rooms.
  return { product, property: isTyped || namesSize(property.details) ? property : null };
};

/** The product of a page, as `describePage` reads it; null for a page without a title. */
export const describeProduct = (html: string, url: string): ProductPage | null =>
  describePage(html, url)?.product ?? null;
