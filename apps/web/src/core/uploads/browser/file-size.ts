import { numberFormat } from '../../format/number-format.ts';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A file size with base 1024, in the number format of a language: `1.5 MB`, `1,5 MB`. */
export const fileSizeText = (bytes: number, locale: string): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = numberFormat(locale, { maximumFractionDigits: 2 }).format(bytes / 1024 ** power);
  return `${value} ${UNITS[power] ?? 'TB'}`;
};
