import { dateFormat } from './date-format.ts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@izgodno/contract/common/durations';

/** Largest first. Months and years are averages, which is precise enough for the age of a post. */
const units = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

const createFormats = (locale: string) => ({
  relative: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
  exact: dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
});

const formats = new Map<string, ReturnType<typeof createFormats>>();

// Cached, because formatters are slow to create and every card shows a time.
const formatsOf = (locale: string) => {
  const known = formats.get(locale) ?? createFormats(locale);
  formats.set(locale, known);
  return known;
};

export const exactTime = (iso: string, locale: string): string =>
  formatsOf(locale).exact.format(Date.parse(iso));

/**
 * The age of something in whole minutes, hours, days, weeks, months or years (specification,
 * section 9). Less than a minute, or a time in the future, counts as one minute.
 */
export const relativeTime = (iso: string, now: number, locale: string): string => {
  const age = Math.max(now - Date.parse(iso), MINUTE_MS);
  const [unit, length] = units.find(([, length]) => age >= length) ?? ['minute', MINUTE_MS];
  return formatsOf(locale).relative.format(-Math.floor(age / length), unit);
};
