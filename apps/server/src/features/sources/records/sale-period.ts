import { DAY_MS, HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';

const STAMP = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;
const NO_DATE = /^(?:0000-00-00.*)?$/;
const END_OF_DAY = { hours: 23, minutes: 59, seconds: 59 } as const;
const START_OF_DAY = { hours: 0, minutes: 0, seconds: 0 } as const;

/** The time zone of times without one. */
const FEED_TIME_ZONE = 'Europe/Sofia';

const zoneName = new Intl.DateTimeFormat('en', {
  timeZone: FEED_TIME_ZONE,
  timeZoneName: 'longOffset',
});

/** The offset in milliseconds of "+02:00", "-0800" or "GMT+02:00"; 0 for "Z" and "GMT". */
const readOffset = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
};

const offsetAt = (moment: number): number =>
  readOffset(
    zoneName.formatToParts(moment).find((part) => part.type === 'timeZoneName')?.value ?? '',
  );

/**
 * The offset in milliseconds of a local time, which is given as if it were UTC. Of a time that occurs
 * twice the first counts; one that does not exist counts from before the change.
 */
const localOffset = (local: number): number => {
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  if (before === after || offsetAt(local - before) === before) return before;
  return offsetAt(local - after) === after ? after : before;
};

const parseStamp = (
  text: string,
  withoutTime: typeof START_OF_DAY | typeof END_OF_DAY,
): number | null => {
  const match = STAMP.exec(text);
  if (match === null) return null;
  const [, year, month, day, hours, minutes, seconds, zone] = match;
  const time =
    hours === undefined
      ? withoutTime
      : { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds ?? 0) };
  const date = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), time.hours, time.minutes, time.seconds),
  );
  // Date.UTC turns 31 February into a day of March.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  const utc = date.getTime();
  return utc - (zone === undefined ? localOffset(utc) : readOffset(zone));
};

/** The end of a day or moment, in milliseconds since the epoch; `null` if missing or invalid. */
export const parseMoment = (text: string): number | null => parseStamp(text.trim(), END_OF_DAY);

/** The bounds of a period, in milliseconds; null if it is invalid. */
const boundsOf = (period: string): { readonly start: number; readonly end: number } | null => {
  const [from = '', to = '', ...more] = period.split('/').map((part) => part.trim());
  if (more.length > 0) return null;
  const start = NO_DATE.test(from) ? Number.NEGATIVE_INFINITY : parseStamp(from, START_OF_DAY);
  const end = NO_DATE.test(to) ? Number.POSITIVE_INFINITY : parseStamp(to, END_OF_DAY);
  return start === null || end === null ? null : { start, end };
};

/** When the sale of a `sale_price_effective_date` begins or ends next; infinite if never. */
export const nextSaleChange = (period: string, now: number): number => {
  const bounds = boundsOf(period);
  if (bounds === null) return Number.POSITIVE_INFINITY;
  if (bounds.start > now) return bounds.start;
  return bounds.end > now ? bounds.end : Number.POSITIVE_INFINITY;
};

/**
 * Whether `now` is within a `sale_price_effective_date`, "from/to"; either may be missing or
 * 0000-00-00, and a sale without dates is on. For an invalid period it is off, because the full
 * price is better than a wrong claim.
 */
export const isSaleOn = (period: string, now: number): boolean => {
  const bounds = boundsOf(period);
  return bounds !== null && bounds.start <= now && now <= bounds.end;
};
