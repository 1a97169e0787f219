import { DAY_MS } from '@izgodno/contract/common/durations';
import { normaliseTag, TAG_LIMITS } from '@izgodno/contract/deals/tags';
import { findLocation } from '#features/locations/api.ts';
import { cleanUrl } from '../merchant-feed/text.ts';
import { type MappedRecord, type Rejection } from '../pipeline/connector.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/api.ts';
import {
  keyOf,
  reject,
  toDescription,
  toName,
  toPictures,
  toRecord,
  toTitle,
} from '../records/draft-fields.ts';
import { fareDetails, farePrice, travelEnd } from './fare-extension.ts';
import { findTitlePrice } from './title-price.ts';
import type { TravelEntry } from './travel-entry.ts';

/** Travel offers rarely state an end, so they expire after this time. */
const LIFETIME_MS = 14 * DAY_MS;
/** Dates further in the future than this are errors of the feed's clock. */
const AHEAD_MS = DAY_MS;
const MAX_TAGS = 10;

const IMAGE_IN_TEXT = /<img\b[^>]*?\bsrc\s*=\s*["']([^"']{1,2000})["']/i;
const FROM_PLACE = /(?:\bfrom|от)\s+(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/u;

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
  const from = FROM_PLACE.exec(title)?.[1];
  return from === undefined ? null : findLocation(from);
};

const picturesOf = (entry: TravelEntry, html: string): readonly string[] => {
  if (entry.pictures.length > 0) return entry.pictures;
  const found = IMAGE_IN_TEXT.exec(html)?.[1];
  return found === undefined ? [] : [found];
};

const priceOf = (entry: TravelEntry, title: string) => {
  const given = farePrice(entry.fare);
  if (given === null) return findTitlePrice(title);
  return typeof given === 'string' ? given : { ...given, originalAmount: null };
};

/** Maps the posts of one feed, whose site is called `merchant`, at the time `now`. */
export const createEntryMapper = (now: number) => {
  const toDeal = (
    entry: TravelEntry,
    externalId: string,
    merchant: string | null,
  ): MappedDeal | Rejection => {
    const { fields, fare } = entry;
    const title = toTitle(fields.get('title') ?? '');
    if (title === '') return reject('title_missing', '');
    const linkText = fare.get('buy') ?? fields.get('link') ?? '';
    const link = cleanUrl(linkText) ?? cleanUrl(fields.get('link') ?? '');
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
      media: toPictures(picturesOf(entry, `${html}${summary}`)),
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
