import type { Media } from '@izgodno/contract/deals/deal';
import type { Category, Condition } from '@izgodno/contract/deals/vocabulary';
import { createCategoryMapper } from '../mapping/category.ts';
import { findLocation } from '#features/locations/api.ts';
import { cleanUrl } from '../records/text.ts';
import type { Rejection } from '../pipeline/connector.ts';
import {
  draftDefaults,
  type MappedDeal,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_IMAGES,
} from '#features/deals/api.ts';
import { reject, toDescription, toName, toTitle } from '../records/draft-fields.ts';
import type { ClassifiedOffer, ParamValue, Photo } from './responses.ts';
import { type Currency, currencySchema } from '@izgodno/contract/common/money';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { parsePrice } from '../records/price.ts';
import { parseAmount } from '../records/amount.ts';
import type { RealEstateDetails } from '@izgodno/contract/deals/details';
import { readPropertyFacts } from '../records/property-facts.ts';

/** The details of a home or plot. */
const propertyDetails = ({
  offer_type,
  location,
  params,
  url,
  title,
  description,
}: ClassifiedOffer): RealEstateDetails =>
  readPropertyFacts({
    url,
    title,
    description: toDescription(description),
    named: [
      { name: 'offer_type', texts: [offer_type] },
      { name: 'district', texts: [location?.district?.name ?? ''] },
      ...params.flatMap(({ key, value }) =>
        value === null ? [] : { name: key, texts: [value.label, value.key] },
      ),
    ],
  });

/** Minor units of `currency`. */
interface OfferPrice {
  readonly amount: number;
  readonly currency: Currency;
}

/** Kinds without a price: negotiable, gift, exchange. */
const openTypes: ReadonlySet<string> = new Set(['arranged', 'free', 'exchange']);

const amountIn = (text: string, currency: Currency): OfferPrice | Rejection => {
  const price = parseAmount(text, currency);
  if (typeof price === 'string') return reject(price, text);
  return price.amount === 0
    ? reject('price_invalid', text)
    : { amount: price.amount, currency: price.currency };
};

const readLabel = (label: string): OfferPrice | Rejection => {
  const price = parsePrice(label.trim());
  if (typeof price === 'string') return reject(price, label);
  return price.amount === 0
    ? reject('price_invalid', label)
    : { amount: price.amount, currency: price.currency };
};

const readValue = (value: ParamValue): OfferPrice | Rejection => {
  if (openTypes.has(value.type)) return reject('price_open', value.type);
  if (value.value.trim() === '') {
    if (value.arranged) return reject('price_open', 'arranged');
    return value.label.trim() === '' ? reject('price_missing', '') : readLabel(value.label);
  }
  const own = parseUntrusted(currencySchema, value.currency.toUpperCase() || 'EUR');
  if (own.success) return amountIn(value.value, own.data);
  // A foreign price comes with the source's conversion to the local currency.
  const converted = parseUntrusted(currencySchema, value.converted_currency.toUpperCase());
  return converted.success && value.converted_value.trim() !== ''
    ? amountIn(value.converted_value, converted.data)
    : reject('currency_unsupported', value.currency);
};

/**
 * The price of an offer. Its earlier price is no discount, because classifieds do not claim one.
 */
const offerPrice = ({ params }: ClassifiedOffer): OfferPrice | Rejection => {
  const param = params.find(({ key, type }) => key === 'price' || type === 'price');
  if (param === undefined || param.value === null) return reject('price_missing', '');
  return readValue(param.value);
};

/** The longer side of requested photos in pixels. */
const PHOTO_SIDE = 1_200;
/** The size of the cache of locations. */
const LOCATIONS = 5_000;

const conditions: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ['new', 'new'],
  ['like_new', 'like_new'],
  ['good', 'good'],
  ['fair', 'fair'],
  ['for_parts', 'for_parts'],
  ['used', 'good'],
]);
/** The condition of private offers that name none. */
const UNSAID_CONDITION: Condition = 'good';

const categories: ReadonlyMap<string, Category> = new Map<string, Category>([
  ['real_estate', 'imoti'],
  ['automotive', 'automotive'],
  ['electronics', 'electronics'],
]);

const toPhoto = ({ link, width, height }: Photo): Media | null => {
  const sides = [width, height].map((side) =>
    side !== null && side >= 1 && side <= 100_000 ? Math.round(side) : PHOTO_SIDE,
  );
  const scale = Math.min(1, PHOTO_SIDE / Math.max(...sides));
  const [wide = PHOTO_SIDE, high = PHOTO_SIDE] = sides.map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const url = cleanUrl(
    link.replaceAll('{width}', String(wide)).replaceAll('{height}', String(high)),
  );
  return url === null ? null : { url, kind: 'image', width: wide, height: high };
};

const photosOf = ({ photos }: ClassifiedOffer): readonly Media[] => {
  const unique = new Map<string, Media>();
  for (const photo of photos) {
    const media = toPhoto(photo);
    if (media !== null && unique.size < MAX_IMAGES) unique.set(media.url, media);
  }
  return [...unique.values()];
};

/** Finds the locations of offers, of which a site has hundreds. */
const createLocationFinder = (): ((offer: ClassifiedOffer) => string | null) => {
  const known = new Map<string, string | null>();
  return ({ location }) => {
    const names = [location?.city?.name ?? '', location?.region?.name ?? ''];
    const text = names.filter((name) => name !== '').join(', ');
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = findLocation(text);
    if (known.size >= LOCATIONS) known.clear();
    known.set(text, found);
    return found;
  };
};

const conditionOf = ({ params }: ClassifiedOffer): Condition | Rejection => {
  const state =
    params
      .find(({ key }) => key === 'state')
      ?.value?.key.trim()
      .toLowerCase() ?? '';
  if (state === '') return UNSAID_CONDITION;
  return conditions.get(state) ?? reject('condition_unknown', state);
};

const timeOf = (text: string): number | null => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
};

/** When an offer was last renewed, in milliseconds; null if unknown. */
export const refreshedAt = (offer: ClassifiedOffer): number | null =>
  timeOf(offer.last_refresh_time) ?? timeOf(offer.created_time);

/** Maps offers at the time `now`, from which their expiry counts. */
export const createOfferMapper = (
  now: number,
): ((offer: ClassifiedOffer) => MappedDeal | Rejection) => {
  const categoryOf = createCategoryMapper();
  const locationOf = createLocationFinder();
  return (offer) => {
    if (offer.id === '') return reject('id_missing', offer.url);
    if (offer.id.length > MAX_EXTERNAL_ID_LENGTH) return reject('id_too_long', offer.id);
    if (offer.status !== 'active') return reject('not_active', offer.status);
    const expiresAt = timeOf(offer.valid_to_time);
    if (expiresAt !== null && expiresAt < now) return reject('expired', offer.valid_to_time);
    const title = toTitle(offer.title);
    if (title === '') return reject('title_missing', offer.title);
    const link = cleanUrl(offer.url);
    if (link === null)
      return reject(offer.url.trim() === '' ? 'link_missing' : 'link_invalid', offer.url);
    const price = offerPrice(offer);
    if ('reason' in price) return price;
    const condition = conditionOf(offer);
    if (typeof condition !== 'string') return condition;
    const type = offer.category?.type ?? '';
    const category = categories.get(type) ?? categoryOf('', '', title);
    return {
      ...draftDefaults,
      ...price,
      externalId: offer.id,
      title,
      description: toDescription(offer.description),
      link,
      // The names of private sellers are not stored.
      merchant: offer.business ? toName(offer.user?.name ?? '') : null,
      category,
      sourceCategory: toName(type),
      condition,
      locationId: locationOf(offer),
      media: photosOf(offer),
      postedAt: timeOf(offer.created_time),
      expiresAt,
      details: category === 'imoti' ? propertyDetails(offer) : null,
    };
  };
};
