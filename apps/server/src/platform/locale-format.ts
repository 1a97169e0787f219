import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Money } from '@izgodno/contract/common/money';

const locales = { en: 'en-IE', bg: 'bg-BG' } as const satisfies Record<LanguageCode, string>;

export const showMoney = ({ amount, currency }: Money, language: LanguageCode): string =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(amount / 100);

/** The day and the time of day in Bulgaria. */
export const showTime = (time: number, language: LanguageCode): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Sofia',
  }).format(time);
