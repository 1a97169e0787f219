import { hash } from 'node:crypto';
import type { MappedRecord, Rejection, RejectionReason } from '../pipeline/connector.ts';
import {
  type Choice,
  groupExternalId,
  type MappedDeal,
  MAX_EXTERNAL_ID_LENGTH,
  type Unavailability,
} from '#features/deals/api.ts';
import { googleNumber } from '#features/search/api.ts';
import { createCategoryMapper } from '../mapping/category.ts';
import { parseDelivery } from './delivery.ts';
import type { FeedField, FeedHead, FeedItem } from './feed-item.ts';
import { toDescription, toImages, toName, toTitle } from '../records/draft-fields.ts';
import { onSale, type ParsedPrice, parsePrice } from '../records/price.ts';
import { isSaleOn, nextSaleChange, parseMoment } from '../records/sale-period.ts';
import { cleanUrl } from '../records/text.ts';
import { readSize } from './title-size.ts';
import { findLocation } from '#features/locations/api.ts';
import { namesSize, type PropertyTexts, readPropertyFacts } from '../records/property-facts.ts';
import type { RealEstateDetails } from '@izgodno/contract/deals/details';
import type { Category, Condition } from '@izgodno/contract/deals/vocabulary';
import type { Availability } from '#schema/deals.ts';

// Google's own spellings are included, so that most texts match unchanged.
const availabilities: ReadonlyMap<string, Availability> = new Map([
  ['in_stock', 'in_stock'],
  ['out_of_stock', 'out_of_stock'],
  ['instock', 'in_stock'],
  ['availablefororder', 'in_stock'],
  ['limitedavailability', 'in_stock'],
  ['вналичност', 'in_stock'],
  ['наличен', 'in_stock'],
  ['outofstock', 'out_of_stock'],
  ['soldout', 'out_of_stock'],
  ['discontinued', 'out_of_stock'],
  ['изчерпан', 'out_of_stock'],
  ['нямавналичност', 'out_of_stock'],
  ['preorder', 'preorder'],
  ['presale', 'preorder'],
  ['backorder', 'backorder'],
]);

const conditions: ReadonlyMap<string, Condition> = new Map([
  ['new', 'new'],
  ['нов', 'new'],
  ['refurbished', 'like_new'],
  ['реновиран', 'like_new'],
  ['used', 'good'],
  ['употребяван', 'good'],
]);

/** Normalises "in stock", "In_Stock" and "https://schema.org/InStock" to one key. */
const key = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]+/g, '');

/** In stock if the feed does not say; `null` for an unknown word. */
const parseAvailability = (text: string | undefined): Availability | null =>
  text === undefined
    ? 'in_stock'
    : (availabilities.get(text) ?? availabilities.get(key(text)) ?? null);

/** New if the feed does not say; `null` for an unknown word. */
const parseCondition = (text: string | undefined): Condition | null =>
  text === undefined
    ? 'new'
    : (conditions.get(text) ?? conditions.get(key(text).replace(/condition$/, '')) ?? null);

type Fields = ReadonlyMap<FeedField, string>;

const priceText = (text: string): string =>
  text.includes('&') ? (toName(text) ?? '') : text.trim();

const currentPrice = (fields: Fields, now: number): ParsedPrice | Rejection => {
  const text = fields.get('price');
  if (text === undefined) return { reason: 'price_missing', detail: '' };
  const regular = parsePrice(priceText(text));
  if (typeof regular === 'string') return { reason: regular, detail: text };
  if (regular.amount === 0) return { reason: 'price_invalid', detail: text };
  const saleText = fields.get('sale_price');
  if (saleText === undefined || !isSaleOn(fields.get('sale_price_effective_date') ?? '', now))
    return regular;
  const sale = parsePrice(priceText(saleText));
  if (typeof sale === 'string') return regular;
  const price = onSale(regular, sale);
  return typeof price === 'string' ? { reason: price, detail: text } : price;
};

const optionalName = (text: string | undefined): string | null =>
  text === undefined ? null : toName(text);

const oneLine = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();

const titleOf = (fields: Fields): string => toTitle(fields.get('title') ?? '');

const MAX_GROUP_ID_LENGTH = 150;

const HEX_DIGITS = 32;

/**
 * The choice that an item without a group is by its size: of the product with the same title but
 * for the size, brand, colour, category, condition and first image. Null without a size or an image.
 */
const choiceByTitle = (fields: Fields, title: string): Choice | null => {
  const sized = readSize(title, optionalName(fields.get('size')));
  const image = sized === null ? null : cleanUrl(fields.get('image_link') ?? '');
  if (sized === null || image === null) return null;
  const same = ['brand', 'color', 'product_type', 'google_product_category', 'condition'] as const;
  const key = [sized.product.toLowerCase(), image, ...same.map((name) => fields.get(name) ?? '')];
  return {
    groupId: `title ${hash('sha256', JSON.stringify(key)).slice(0, HEX_DIGITS)}`,
    size: sized.size,
    colour: optionalName(fields.get('color')),
    name: null,
    isAssumed: true,
  };
};

/** What makes an item a choice of its product; null if it is none. */
const choiceOf = (fields: Fields, title: string): Choice | null => {
  const groupId = oneLine(fields.get('item_group_id') ?? '');
  if (groupId === '') return choiceByTitle(fields, title);
  if (groupId.length > MAX_GROUP_ID_LENGTH) return null;
  const name = [fields.get('pattern'), fields.get('material')].flatMap(
    (text) => optionalName(text) ?? [],
  );
  return {
    groupId,
    size: optionalName(fields.get('size')),
    colour: optionalName(fields.get('color')),
    name: name.join(', ') || null,
    isAssumed: false,
  };
};

/** The facts of a home that an item offers; null for anything else. */
const homeIn = (category: Category, given: PropertyTexts): RealEstateDetails | null => {
  if (category !== 'imoti') return null;
  const details = readPropertyFacts(given);
  return namesSize(details) ? details : null;
};

/** Shops write no price, or zero, for what is sold out: the stock is then all that such a row says. */
const priceReasons: ReadonlySet<RejectionReason> = new Set<RejectionReason>([
  'price_missing',
  'price_invalid',
  'price_too_high',
  'currency_unsupported',
]);

const unavailableIn = (
  { fields }: FeedItem,
  { reason }: Rejection,
): { readonly unavailable?: Unavailability } => {
  const availability = parseAvailability(fields.get('availability'));
  return !priceReasons.has(reason) || availability === null || availability === 'in_stock'
    ? {}
    : { unavailable: availability };
};

export interface MappingSurroundings {
  /** Relative links start at the shop's own page, else at this URL. */
  readonly origin?: string;
  /** Called with times at which an unchanged item would be mapped differently. */
  readonly changesAt?: (time: number) => void;
}

/** Maps the items of one feed at the time `now`, which decides sales and expiry. */
export const createItemMapper = (
  head: FeedHead,
  now: number,
  { origin = '', changesAt = () => {} }: MappingSurroundings = {},
): ((item: FeedItem) => MappedRecord) => {
  const categoryOf = createCategoryMapper();
  const base = (): string => cleanUrl(head.link ?? '', origin) ?? origin;

  const toDeal = (item: FeedItem, externalId: string): MappedDeal | Rejection => {
    const { fields } = item;
    if (item.surplusColumns)
      return { reason: 'columns_surplus', detail: 'more columns than the header' };
    if (externalId === '') return { reason: 'id_missing', detail: '' };
    if (item.tooLong) return { reason: 'field_too_long', detail: '' };
    if (externalId.length > MAX_EXTERNAL_ID_LENGTH)
      return { reason: 'id_too_long', detail: externalId };
    const title = titleOf(fields);
    if (title === '') return { reason: 'title_missing', detail: fields.get('title') ?? '' };

    const linkText = fields.get('link');
    if (linkText === undefined) return { reason: 'link_missing', detail: '' };
    // Few feeds have relative links, so few need the base.
    const link = cleanUrl(linkText) ?? cleanUrl(linkText, base());
    if (link === null) return { reason: 'link_invalid', detail: linkText };

    const price = currentPrice(fields, now);
    if ('reason' in price) return price;

    const availabilityText = fields.get('availability');
    const availability = parseAvailability(availabilityText);
    if (availability === null)
      return { reason: 'availability_unknown', detail: availabilityText ?? '' };
    const conditionText = fields.get('condition');
    const condition = parseCondition(conditionText);
    if (condition === null) return { reason: 'condition_unknown', detail: conditionText ?? '' };

    const expiry = fields.get('expiration_date');
    const expires = expiry === undefined ? null : parseMoment(expiry);
    if (expires !== null && expires < now) return { reason: 'expired', detail: expiry ?? '' };

    const description = toDescription(
      fields.get('description') ?? fields.get('content') ?? fields.get('summary') ?? '',
    );
    const taxonomy = fields.get('google_product_category') ?? '';
    const category = categoryOf(taxonomy, fields.get('product_type') ?? '', title);
    const details = homeIn(category, { named: [], url: link, title, description });

    // Written out, because `draftDefaults` spread into each of millions of deals costs a third of
    // the mapping.
    return {
      externalId,
      title,
      description,
      link,
      productLink: null,
      merchant: optionalName(head.title ?? undefined),
      brand: optionalName(fields.get('brand')),
      gtin: optionalName(fields.get('gtin')),
      mpn: optionalName(fields.get('mpn')),
      category,
      sourceCategory: optionalName(
        fields.get('product_type') ?? fields.get('google_product_category'),
      ),
      googleCategory: googleNumber(taxonomy),
      condition,
      locationId: details === null ? null : findLocation(title),
      tags: [],
      media: toImages([fields.get('image_link') ?? '', ...item.moreImages], base),
      amount: price.amount,
      currency: price.currency,
      originalAmount: price.originalAmount,
      availability,
      rating: null,
      postedAt: null,
      expiresAt: expires,
      details,
      delivery: parseDelivery(fields.get('shipping'), fields.get('free_shipping_threshold'), price),
      choice: choiceOf(fields, title),
      variants: [],
    };
  };

  return (item) => {
    const externalId = oneLine(item.fields.get('id') ?? item.fields.get('guid') ?? '');
    const deal = toDeal(item, externalId);
    if (item.fields.has('sale_price')) {
      changesAt(nextSaleChange(item.fields.get('sale_price_effective_date') ?? '', now));
    }
    if (!('reason' in deal)) return { row: item.row, deal, isCut: item.cut };
    const title = titleOf(item.fields);
    const { groupId = null } = choiceOf(item.fields, title) ?? {};
    return {
      row: item.row,
      externalId: externalId === '' ? null : externalId,
      ...(groupId === null ? {} : { keeps: groupExternalId(groupId) }),
      ...unavailableIn(item, deal),
      rejection: deal,
    };
  };
};
