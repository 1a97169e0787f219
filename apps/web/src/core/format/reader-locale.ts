/** A language and a region. Some systems report others, such as `en-US@posix`. */
const localePattern = /^[a-z]{2}-[A-Z]{2}$/;

/**
 * The reader's own variant of the page's language, such as `en-GB`, which decides about 12 or 24
 * hours, the order of a date and the signs in a number; else the language itself. The server, which
 * renders first views, has no reader.
 */
export const readerLocale = (code: string): string =>
  (import.meta.env.SSR ? [] : navigator.languages).find(
    (locale) => localePattern.test(locale) && locale.startsWith(`${code}-`),
  ) ?? code;
