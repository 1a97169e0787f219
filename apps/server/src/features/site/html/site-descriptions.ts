import type { LanguageCode } from '@izgodno/contract/common/language';

/** What the site is, for search engines, link previews and the installed application. */
export const siteDescriptions = {
  en: 'Deals from shops, travel offers and classifieds in one place.',
  bg: 'Оферти на магазини, пътувания и обяви на едно място.',
} as const satisfies Record<LanguageCode, string>;
