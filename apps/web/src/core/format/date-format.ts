import { readerLocale } from './reader-locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of dates for the reader of a page. Cached, because formats are slow to create. */
export const dateFormat = (
  code: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const locale = readerLocale(code);
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};
