import { MINUTE_MS, HOUR_MS, DAY_MS } from '@izgodno/contract/common/durations';

/** Largest first; months and years are means, which is near enough for a posting's age. */
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
  exact: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
});

const formats = new Map<string, ReturnType<typeof createFormats>>();

// They are slow to create, and every card writes a time.
const formatsOf = (locale: string) => {
  const known = formats.get(locale) ?? createFormats(locale);
  formats.set(locale, known);
  return known;
};

export const exactTime = (iso: string, locale: string): string =>
  formatsOf(locale).exact.format(Date.parse(iso));

/**
 * How long ago something was, in whole minutes, hours, days, weeks, months or years (specification,
 * section 9). Less than a minute, or a time ahead of the clock, counts as one minute.
 */
export const relativeTime = (iso: string, now: number, locale: string): string => {
  const age = Math.max(now - Date.parse(iso), MINUTE_MS);
  const [unit, length] = units.find(([, length]) => age >= length) ?? ['minute', MINUTE_MS];
  return formatsOf(locale).relative.format(-Math.floor(age / length), unit);
};
