import { DAY_MS } from '@izgodno/contract/common/durations';
import { normaliseTag, TAG_LIMITS } from '@izgodno/contract/deals/tags';
import { findLocation } from '#features/locations/api.ts';
import { cleanLine, cleanUrl } from '../records/text.ts';
import type { MappedRecord, Rejection } from '../pipeline/connector.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/api.ts';
import {
  keyOf,
  reject,
  toDescription,
  toName,
  toImages,
  toRecord,
  toTitle,
} from '../records/draft-fields.ts';
import { findTitlePrice } from './title-price.ts';
import type { FareField, TravelEntry } from './travel-entry.ts';
import { type Currency, currencySchema } from '@izgodno/contract/common/money';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { FareDetails } from '@izgodno/contract/deals/details';
import type { PriceError } from '../records/price.ts';
import { parseAmount } from '../records/amount.ts';

type FareFields = ReadonlyMap<FareField, string>;

/** "20170928" or, for a month, "201709". */
const STAMP = /^(\d{4})(\d\d)(\d\d)?$/;

/**
 * The price of the extension, of a range the lower end; null if there is none. Amounts are minor
 * units.
 */
const farePrice = (
  fare: FareFields,
): { readonly amount: number; readonly currency: Currency } | PriceError | null => {
  const text = fare.get('price')?.trim() ?? '';
  if (text === '') return null;
  const currency = parseUntrusted(
    currencySchema,
    (fare.get('currency') ?? 'EUR').trim().toUpperCase(),
  );
  if (!currency.success) return 'currency_unsupported';
  const [low = ''] = text.split(/\s*[-–—]\s*/);
  const price = parseAmount(low, currency.data);
  if (typeof price === 'string') return price;
  return price.amount === 0 ? 'price_invalid' : price;
};

/** The last moment of a fare's days or months, "201709-201710"; null if there is none. */
const travelEnd = (fare: FareFields): number | null => {
  const last = (fare.get('date') ?? '').split('-').at(-1)?.trim() ?? '';
  const [, year, month, day] = STAMP.exec(last) ?? [];
  if (year === undefined || month === undefined) return null;
  const monthIndex = Number(month) - 1;
  if (monthIndex < 0 || monthIndex > 11) return null;
  // Day 0 of the next month is the last day of this one.
  const end =
    day === undefined
      ? new Date(Date.UTC(Number(year), monthIndex + 1, 0, 23, 59, 59))
      : new Date(Date.UTC(Number(year), monthIndex, Number(day), 23, 59, 59));
  return end.getUTCMonth() === monthIndex ? end.getTime() : null;
};

type FareType = FareDetails['type'];

/** Prefixes of words that identify the kind of offer; the first match wins. */
const typeWords: readonly (readonly [FareType, RegExp])[] = [
  ['tour', /екскурзи|обиколка|круиз|\btour|cruise/iu],
  ['package', /почивк|пакет|чартър|all inclusive|package|holiday/iu],
  ['hotel', /хотел|нощувк|hotel|апартамент|resort/iu],
  ['flight', /полет|самолет|билет|двупосоч|еднопосоч|flight|return|round.?trip|one.?way|fly/iu],
];
const ROUND_TRIP = /двупосоч|отиване и връщане|round.?trip|\breturn\b/iu;
const ONE_WAY = /еднопосоч|в посока|one.?way/iu;

const flights: ReadonlyMap<string, boolean | null> = new Map([
  ['roundtrip', true],
  ['oneway', false],
  ['multicity', null],
  ['openjaw', null],
]);

const locationCode = (text: string | undefined): string | undefined => {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
};

const typeOf = (fare: FareFields, words: string): FareType | null => {
  const given = (fare.get('type') ?? '').trim().toLowerCase();
  if (given === 'package' || given === 'tour' || given === 'hotel') return given;
  if (flights.has(given)) return 'flight';
  return typeWords.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
};

const roundTripOf = (fare: FareFields, words: string): boolean | null => {
  const given = flights.get((fare.get('type') ?? '').trim().toLowerCase());
  if (given !== undefined) return given;
  if (ROUND_TRIP.test(words)) return true;
  return ONE_WAY.test(words) ? false : null;
};

const MAX_WORD_LENGTH = 60;

const wordOf = (fare: FareFields, field: FareField): string | undefined =>
  cleanLine(fare.get(field) ?? '', MAX_WORD_LENGTH) || undefined;

/** The journey of a post, from the extension, else from its words; null if its kind is unknown. */
const fareDetails = (
  fare: FareFields,
  words: string,
  foundAt: number | null,
): FareDetails | null => {
  const type = typeOf(fare, words);
  if (type === null) return null;
  const roundTrip = type === 'flight' ? roundTripOf(fare, words) : null;
  const origin = locationCode(fare.get('source'));
  const destination = locationCode(fare.get('destination'));
  const [carrier, cabin, board] = [
    wordOf(fare, 'carrier'),
    wordOf(fare, 'class'),
    wordOf(fare, 'board'),
  ];
  const stars = Number(/^\s*([1-5])(?!\d)/.exec(fare.get('stars') ?? '')?.[1] ?? 0);
  return {
    kind: 'fare',
    type,
    ...(origin === undefined ? {} : { origin }),
    ...(destination === undefined ? {} : { destination }),
    ...(roundTrip === null ? {} : { roundTrip }),
    ...(carrier === undefined ? {} : { carrier }),
    ...(cabin === undefined ? {} : { cabin }),
    ...(board === undefined ? {} : { board }),
    ...(stars === 0 ? {} : { stars }),
    ...(foundAt === null ? {} : { foundAt: new Date(foundAt).toISOString() }),
  };
};

/** Travel offers rarely state an end, so they expire after this time. */
const LIFETIME_MS = 14 * DAY_MS;
/** Dates further in the future than this are errors of the feed's clock. */
const AHEAD_MS = DAY_MS;
const MAX_TAGS = 10;

// Ends at the next tag, so that many beginnings of one are not each searched to the end.
const IMAGE_IN_TEXT = /<img\b[^<>]*?\bsrc\s*=\s*["']([^"']{1,2000})["']/i;
const FROM_LOCATION = /(?:\bfrom|от)\s+(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/u;

const toTags = (categories: readonly string[]): readonly string[] =>
  [
    ...new Set(
      categories
        .map((category) => normaliseTag(toName(category) ?? ''))
        .filter(
          (tag) => /\p{L}/u.test(tag) && tag.length <= TAG_LIMITS.length && !tag.includes(','),
        ),
    ),
  ].slice(0, MAX_TAGS);

const postedAt = ({ fields }: TravelEntry, now: number): number | null => {
  const text =
    fields.get('pubDate') ?? fields.get('published') ?? fields.get('date') ?? fields.get('updated');
  const time = text === undefined ? Number.NaN : Date.parse(text.trim());
  return Number.isNaN(time) || time > now + AHEAD_MS ? null : time;
};

/**
 * The place of departure, if it is one of our locations, because visitors look for fares from home.
 */
const departureOf = (title: string): string | null => {
  const from = FROM_LOCATION.exec(title)?.[1];
  return from === undefined ? null : findLocation(from);
};

const imagesOf = (entry: TravelEntry, html: string): readonly string[] => {
  if (entry.images.length > 0) return entry.images;
  const found = IMAGE_IN_TEXT.exec(html)?.[1];
  return found === undefined ? [] : [found];
};

const priceOf = (entry: TravelEntry, title: string) => {
  const given = farePrice(entry.fare);
  if (given === null) return findTitlePrice(title);
  return typeof given === 'string' ? given : { ...given, originalAmount: null };
};

/** Maps the posts of the feed at `origin`, whose site is called `merchant`, at the time `now`. */
export const createEntryMapper = (now: number, origin = '') => {
  const toDeal = (
    entry: TravelEntry,
    externalId: string,
    merchant: string | null,
  ): MappedDeal | Rejection => {
    const { fields, fare } = entry;
    if (entry.tooLong) return reject('field_too_long', '');
    const title = toTitle(fields.get('title') ?? '');
    if (title === '') return reject('title_missing', '');
    const linkText = fare.get('buy') ?? fields.get('link') ?? '';
    const link = cleanUrl(linkText, origin) ?? cleanUrl(fields.get('link') ?? '', origin);
    if (link === null)
      return reject(linkText.trim() === '' ? 'link_missing' : 'link_invalid', linkText);
    const price = priceOf(entry, title);
    if (typeof price === 'string') return reject(price, fare.get('price') ?? title);

    const posted = postedAt(entry, now);
    const ends = travelEnd(fare);
    // A post without a date gets today's, so that it does not change with each reading.
    const found = posted ?? now - (now % DAY_MS);
    const expiresAt = Math.min(found + LIFETIME_MS, ends ?? Infinity);
    if (expiresAt < now) return reject('expired', new Date(expiresAt).toISOString());

    const html = fields.get('encoded') ?? fields.get('content') ?? '';
    const summary = fields.get('description') ?? fields.get('summary') ?? '';
    const words = [title, ...entry.categories].join(' ');
    return {
      ...draftDefaults,
      externalId,
      title,
      description: toDescription(summary.trim() === '' ? html : summary),
      link,
      merchant: merchant ?? toName(fields.get('creator') ?? ''),
      category: 'travel',
      sourceCategory: toName(entry.categories.join(' > ')),
      condition: 'new',
      locationId: departureOf(title),
      tags: toTags(entry.categories),
      media: toImages(imagesOf(entry, `${html}${summary}`), () => origin),
      ...price,
      postedAt: posted,
      expiresAt,
      details: fareDetails(fare, words, posted),
    };
  };

  return (entry: TravelEntry, merchant: string | null): MappedRecord => {
    const name = (entry.fields.get('guid') ?? entry.fields.get('id') ?? '').trim();
    const identity = name === '' ? (entry.fields.get('link') ?? '').trim() : name;
    if (identity === '') return toRecord(entry.row, null, reject('id_missing', ''));
    const externalId = keyOf(identity);
    return toRecord(entry.row, externalId, toDeal(entry, externalId, merchant));
  };
};
