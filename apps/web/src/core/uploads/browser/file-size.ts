import { inUnits } from '@izgodno/contract/uploads/texts';
import { numberFormat } from '../../format/number-format.ts';

const valueText = (value: number, locale: string): string =>
  numberFormat(locale, { maximumFractionDigits: 2 }).format(value);

/** A file size with base 1024, in the number format of a language: `1.5 MB`, `1,5 MB`. */
export const fileSizeText = (bytes: number, locale: string): string => {
  const { value, unit } = inUnits(bytes);
  return `${valueText(value, locale)} ${unit}`;
};

/** A size and a limit, in bytes if they look alike otherwise. */
export const fileSizeTexts = (size: number, limit: number, locale: string) => {
  const texts = { size: fileSizeText(size, locale), limit: fileSizeText(limit, locale) };
  return texts.size === texts.limit
    ? { size: `${valueText(size, locale)} B`, limit: `${valueText(limit, locale)} B` }
    : texts;
};
