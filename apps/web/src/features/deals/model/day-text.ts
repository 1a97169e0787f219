/** The day of a moment in Bulgaria's time zone, by which prices are observed. */
export const dayText = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'Europe/Sofia' }).format(
    Date.parse(iso),
  );
