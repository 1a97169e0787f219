import type { Money } from '@izgodno/contract/common/money';

/** Languages that mails and pushes are written in. */
export type Language = 'en' | 'bg';

const locales = { en: 'en-GB', bg: 'bg-BG' } as const satisfies Record<Language, string>;

export const showMoney = ({ amount, currency }: Money, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency }).format(amount / 100);
