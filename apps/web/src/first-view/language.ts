import type { LanguageCode } from '@izgodno/contract/common/language';
import { createFormat, type Messages } from '#core/language/format-message.ts';
import type { CurrentLanguage } from '#core/language/language.ts';
import bgSession from '#core/language/texts/bg/accounts.session.json';
import bgDeals from '#core/language/texts/bg/deals.json';
import bgOffers from '#core/language/texts/bg/deals.offers.json';
import bgDeal from '#core/language/texts/bg/deals.page.json';
import bgSite from '#core/language/texts/bg/site.json';
import bgFilters from '#core/language/texts/bg/search.filters.json';
import bgList from '#core/language/texts/bg/search.shop.json';
import bgForm from '#core/language/texts/bg/posts.form.json';
import bgUnderstood from '#core/language/texts/bg/search.understood.json';
import bgShell from '#core/language/texts/bg/shell.json';
import enSession from '#core/language/texts/en/accounts.session.json';
import enDeals from '#core/language/texts/en/deals.json';
import enOffers from '#core/language/texts/en/deals.offers.json';
import enDeal from '#core/language/texts/en/deals.page.json';
import enSite from '#core/language/texts/en/site.json';
import enFilters from '#core/language/texts/en/search.filters.json';
import enList from '#core/language/texts/en/search.shop.json';
import enForm from '#core/language/texts/en/posts.form.json';
import enUnderstood from '#core/language/texts/en/search.understood.json';
import enShell from '#core/language/texts/en/shell.json';

const withTexts = (code: LanguageCode, ...parts: readonly Messages[]): CurrentLanguage => {
  const texts: Messages = Object.assign({}, ...parts);
  const format = createFormat(code);
  return { code, t: (key, values) => format(texts[key] ?? key, values) };
};

/** The texts of first views. The server renders pages of both languages, so it has no current one. */
export const inLanguage: Readonly<Record<LanguageCode, CurrentLanguage>> = {
  en: withTexts(
    'en',
    enDeals,
    enOffers,
    enDeal,
    enFilters,
    enList,
    enUnderstood,
    enForm,
    enSession,
    enShell,
    enSite,
  ),
  bg: withTexts(
    'bg',
    bgDeals,
    bgOffers,
    bgDeal,
    bgFilters,
    bgList,
    bgUnderstood,
    bgForm,
    bgSession,
    bgShell,
    bgSite,
  ),
};
