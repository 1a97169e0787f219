import { currencySchema, type Currency } from '@izgodno/contract/common/money';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { FareDetails } from '@izgodno/contract/deals/details';
import type { PriceFault } from '../merchant-feed/price.ts';
import { parseAmount } from '../records/amount.ts';
import type { FareField } from './travel-entry.ts';

type FareFields = ReadonlyMap<FareField, string>;

/** "20170928" or, for a month, "201709". */
const STAMP = /^(\d{4})(\d\d)(\d\d)?$/;

/**
 * The price of the extension, of a range the lower end; null if there is none. Amounts are minor
 * units.
 */
export const farePrice = (
  fare: FareFields,
): { readonly amount: number; readonly currency: Currency } | PriceFault | null => {
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
export const travelEnd = (fare: FareFields): number | null => {
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

const placeCode = (text: string | undefined): string | undefined => {
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
  fare.get(field)?.replace(/\s+/g, ' ').trim().slice(0, MAX_WORD_LENGTH) || undefined;

/** The journey of a post, from the extension, else from its words; null if its kind is unknown. */
export const fareDetails = (
  fare: FareFields,
  words: string,
  foundAt: number | null,
): FareDetails | null => {
  const type = typeOf(fare, words);
  if (type === null) return null;
  const roundTrip = type === 'flight' ? roundTripOf(fare, words) : null;
  const origin = placeCode(fare.get('source'));
  const destination = placeCode(fare.get('destination'));
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
