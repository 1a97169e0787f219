const formats = new Map<string, Intl.DateTimeFormat>();

/** A language and a region. Some systems report others, such as `en-US@posix`. */
const localePattern = /^[a-z]{2}(?:-[A-Z]{2})?$/;

/**
 * The reader's own variant of the page's language, such as `en-GB`, which decides about 12 or 24
 * hours and the order of a date; else the language itself.
 */
const readerLocale = (code: string): string =>
  navigator.languages.find((locale) => localePattern.test(locale) && locale.startsWith(code)) ??
  code;

/** A format of dates for the reader of a page. Cached, because formats are slow to create. */
export const dateFormat = (
  code: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = code + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(readerLocale(code), options);
  formats.set(key, format);
  return format;
};
