import type { LanguageCode } from '@izgodno/contract/common/language';
import type { NoticeContent, NoticeKind } from '@izgodno/contract/notices/notice';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { showMoney } from '#platform/mail/mail-language.ts';

/** The text of a notice. `path` is its link within the product. */
export interface WordedNotice {
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

type Titles = { readonly [Kind in NoticeKind]: string };

const titles: Readonly<Record<LanguageCode, Titles>> = {
  en: {
    price_drop: 'The price has dropped',
    back_in_stock: 'Available again',
    no_longer_available: 'No longer available',
    saved_search: 'New deals for your search',
    own_deal_expired: 'Your deal has expired',
    own_deal_removed: 'Your deal was removed',
    channel_invitation: 'Invitation to a channel',
  },
  bg: {
    price_drop: 'Цената падна',
    back_in_stock: 'Отново в наличност',
    no_longer_available: 'Вече не се предлага',
    saved_search: 'Нови оферти по Вашето търсене',
    own_deal_expired: 'Обявата Ви изтече',
    own_deal_removed: 'Обявата Ви беше премахната',
    channel_invitation: 'Покана за канал',
  },
};

const newDeals = (count: number, language: LanguageCode): string => {
  if (language === 'bg') return count === 1 ? '1 нова оферта' : `${count} нови оферти`;
  return count === 1 ? '1 new deal' : `${count} new deals`;
};

const bodyOf = (content: NoticeContent, language: LanguageCode): string => {
  switch (content.kind) {
    case 'price_drop':
      return `${content.deal.title}: ${showMoney(content.oldPrice, language)} → ${showMoney(content.deal.price, language)}`;
    case 'saved_search':
      return `${content.savedSearch.name}: ${newDeals(content.count, language)}`;
    case 'own_deal_removed':
      return `${content.deal.title}: ${content.reason}`;
    case 'channel_invitation':
      return `${content.inviter.name}: ${content.channel.name}`;
    case 'back_in_stock':
    case 'no_longer_available':
    case 'own_deal_expired':
      return content.deal.title;
  }
};

const pathOf = (content: NoticeContent): string => {
  if (content.kind === 'saved_search') return `/deals?${content.savedSearch.query}`;
  if (content.kind === 'channel_invitation') return `/chat/${content.channel.id}`;
  return content.kind === 'own_deal_removed' ? '/my-posts' : `/deals/${content.deal.id}`;
};

export const wordNotice = (content: NoticeContent, language: LanguageCode): WordedNotice => ({
  title: titles[language][content.kind],
  // They could disguise the subject line.
  body: withoutDirectionMarks(bodyOf(content, language)),
  path: pathOf(content),
});

export interface MailWords {
  readonly greeting: (name: string) => string;
  readonly several: (count: number) => string;
  readonly stopThese: string;
  readonly settings: string;
}

export const mailWords: Readonly<Record<LanguageCode, MailWords>> = {
  en: {
    greeting: (name) => `Hello, ${name}!`,
    several: (count) => `${count} notices for you`,
    stopThese: 'Stop mails like this one',
    settings: 'Choose what you are told of',
  },
  bg: {
    greeting: (name) => `Здравейте, ${name}!`,
    several: (count) => `${count} известия за Вас`,
    stopThese: 'Не искам повече такива имейли',
    settings: 'Изберете за какво да Ви известяваме',
  },
};
