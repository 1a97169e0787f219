import { readerLocale } from './reader-locale.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** A format of numbers for the reader of a page. Cached, because formats are slow to create. */
export const numberFormat = (
  code: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat => {
  const locale = readerLocale(code);
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** A number as the reader of a page writes it: `1,234`, `1234`, `12 345`. */
export const numberText = (value: number, code: string): string => numberFormat(code).format(value);
