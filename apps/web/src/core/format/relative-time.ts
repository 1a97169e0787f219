const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest first; months and years are means, which is near enough for a posting's age. */
const units = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

const createFormats = (locale: string) => ({
  relative: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
  exact: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
});

const formats = new Map<string, ReturnType<typeof createFormats>>();

// They are dear to make, and every card writes a time.
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
  const age = Math.max(now - Date.parse(iso), MINUTE);
  const [unit, length] = units.find(([, length]) => age >= length) ?? ['minute', MINUTE];
  return formatsOf(locale).relative.format(-Math.floor(age / length), unit);
};
