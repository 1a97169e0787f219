import { DAY_MS } from '@izgodno/contract/common/durations';
import type { FareDetails } from '@izgodno/contract/deals/details';
import { findLocation } from '#features/locations/api.ts';
import { parseMoment } from '../records/sale-period.ts';
import type { Rejection } from '../pipeline/connector.ts';
import { draftDefaults, type MappedDeal } from '#features/deals/api.ts';
import { parseAmount } from '../records/amount.ts';
import { reject, toTitle } from '../records/draft-fields.ts';
import { type FareKey, toExternalId } from './fare-key.ts';
import { locationName } from './locations.ts';
import type { LatestPrice, SpecialOffer } from './responses.ts';

/** The base of relative links in responses (specification of sources, section 3). */
const AVIASALES = 'https://www.aviasales.com';

/** "2027-02-10" is "1002" in the URL of a search. */
const dayAndMonth = (day: string): string => `${day.slice(8, 10)}${day.slice(5, 7)}`;

/** The search for a fare for one passenger: SOF1002BCN15021. */
const searchPath = ({ origin, destination, departDay, returnDay }: FareKey): string => {
  const back = returnDay === null ? '' : dayAndMonth(returnDay);
  return `/search/${origin}${dayAndMonth(departDay)}${destination}${back}1`;
};

/**
 * The absolute URL of a link, with the partner's marker if there is one; null if the link is empty.
 */
const absoluteLink = (link: string, marker: string | null): string | null => {
  const url = URL.parse(link.trim(), AVIASALES);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (marker !== null) url.searchParams.set('marker', marker);
  return url.href;
};

/** The Data API caches found fares for at most this long. */
const CACHED_MS = 7 * DAY_MS;

const CODE = /^[A-Z]{3}$/;
const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/;

const FLIGHT_TAG = 'самолетни билети';
const classNames = ['', 'бизнес класа', 'първа класа'] as const;

const dayOf = (text: string): string => text.slice(0, 10);

const shownDay = (day: string): string =>
  `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;

/** A fare of either call. */
interface Fare {
  readonly origin: string;
  readonly destination: string;
  readonly departAt: string;
  /** Empty for one way. */
  readonly returnAt: string;
  readonly tripClass: number;
  readonly price: string;
  /** Empty if there is none. */
  readonly link: string;
  readonly airline: string;
  readonly transfers: number | null;
  /** When the fare was found, in milliseconds; null if unknown. */
  readonly foundAt: number | null;
  /** The source's title; empty if there is none. */
  readonly title: string;
}

export interface FareMapping {
  readonly now: number;
  /** The partner's number that earns the commission. */
  readonly marker: string | null;
}

const titleOf = (fare: Fare, key: FareKey): string => {
  const [from, to] = [locationName(fare.origin), locationName(fare.destination)];
  const known = from.bg !== fare.origin && to.bg !== fare.destination;
  const way = known || fare.title === '' ? `${from.bg} – ${to.bg}` : fare.title;
  const days =
    key.returnDay === null
      ? `еднопосочен полет, ${shownDay(key.departDay)}`
      : `двупосочен полет, ${shownDay(key.departDay)} – ${shownDay(key.returnDay)}`;
  return toTitle([way, days, classNames[key.tripClass] ?? ''].filter(Boolean).join(', '));
};

const descriptionOf = (key: FareKey): string => {
  const [from, to] = [locationName(key.origin).en, locationName(key.destination).en];
  return `${from} (${key.origin}) – ${to} (${key.destination}), ${key.returnDay === null ? 'one-way' : 'return'} flight.`;
};

const mapFare = (fare: Fare, { now, marker }: FareMapping): MappedDeal | Rejection => {
  const { origin, destination, departAt, returnAt } = fare;
  if (!CODE.test(origin) || !CODE.test(destination) || origin === destination)
    return reject('place_invalid', `${origin} – ${destination}`);
  const departs = DAY_OR_MOMENT.test(departAt) ? parseMoment(departAt) : null;
  if (departs === null) return reject('date_invalid', departAt);
  if (returnAt !== '' && (!DAY_OR_MOMENT.test(returnAt) || parseMoment(returnAt) === null))
    return reject('date_invalid', returnAt);
  if (departs < now) return reject('expired', departAt);
  if (fare.foundAt !== null && fare.foundAt + CACHED_MS < now)
    return reject('expired', new Date(fare.foundAt).toISOString());

  if (fare.price.trim() === '') return reject('price_missing', '');
  const price = parseAmount(fare.price, 'EUR');
  if (typeof price === 'string') return reject(price, fare.price);
  if (price.amount === 0) return reject('price_invalid', fare.price);

  const key: FareKey = {
    origin,
    destination,
    departDay: dayOf(departAt),
    returnDay: returnAt === '' ? null : dayOf(returnAt),
    tripClass: fare.tripClass,
  };
  const link = absoluteLink(fare.link === '' ? searchPath(key) : fare.link, marker);
  if (link === null) return reject('link_invalid', fare.link);

  const details: FareDetails = {
    kind: 'fare',
    type: 'flight',
    origin,
    destination,
    departAt,
    ...(returnAt === '' ? {} : { returnAt }),
    roundTrip: returnAt !== '',
    ...(fare.transfers === null ? {} : { transfers: fare.transfers }),
    ...(fare.airline === '' ? {} : { carrier: fare.airline }),
    ...(fare.foundAt === null ? {} : { foundAt: new Date(fare.foundAt).toISOString() }),
  };
  // Without a time it was found today, so that the expiry changes once a day and not with every
  // reading.
  const found = fare.foundAt ?? now - (now % DAY_MS);
  return {
    ...draftDefaults,
    externalId: toExternalId(key),
    title: titleOf(fare, key),
    description: descriptionOf(key),
    link,
    merchant: 'Aviasales',
    category: 'travel',
    condition: 'new',
    locationId: findLocation(locationName(origin).bg),
    tags: [FLIGHT_TAG],
    amount: price.amount,
    currency: price.currency,
    expiresAt: Math.min(departs, found + CACHED_MS),
    details,
  };
};

/** Maps an offer of `get_special_offers` in euro. */
export const mapSpecialOffer = (
  offer: SpecialOffer,
  mapping: FareMapping,
): MappedDeal | Rejection =>
  mapFare(
    {
      origin: offer.origin,
      destination: offer.destination,
      departAt: offer.departure_at,
      returnAt: offer.return_at,
      tripClass: 0,
      price: offer.price,
      link: offer.link,
      airline: offer.airline,
      transfers: null,
      foundAt: null,
      title: offer.title,
    },
    mapping,
  );

/** Maps a row of `prices/latest` in euro. */
export const mapLatestPrice = (row: LatestPrice, mapping: FareMapping): MappedDeal | Rejection => {
  if (row.actual === false) return reject('not_active', 'actual: false');
  const changes = row.number_of_changes;
  return mapFare(
    {
      origin: row.origin,
      destination: row.destination,
      departAt: row.depart_date,
      returnAt: row.return_date,
      tripClass: row.trip_class === 1 || row.trip_class === 2 ? row.trip_class : 0,
      price: row.value,
      link: '',
      airline: '',
      transfers: changes !== null && Number.isSafeInteger(changes) && changes >= 0 ? changes : null,
      foundAt: parseMoment(row.found_at.replace(/\.\d+/, '')),
      title: '',
    },
    mapping,
  );
};
