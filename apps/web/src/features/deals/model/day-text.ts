/** The day of a moment as Bulgaria counts days, which is how prices are observed. */
export const dayText = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'Europe/Sofia' }).format(
    Date.parse(iso),
  );
