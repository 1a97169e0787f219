import { readerLocale } from './reader-locale.ts';

/** The name of a country in the reader's language, by its ISO 3166-1 code: `Bulgaria` for `BG`. */
export const countryName = (country: string, code: string): string =>
  new Intl.DisplayNames(readerLocale(code), { type: 'region' }).of(country) ?? country;
