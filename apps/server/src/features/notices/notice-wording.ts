import type { LanguageCode } from '@izgodno/contract/common/language';
import type {
  DealInNotice,
  NoticeContent,
  NoticeKind,
  PageChange,
} from '@izgodno/contract/notices/notice';
import { noticePath } from '@izgodno/contract/notices/notice-path';
import type { ModerationDecision } from '@izgodno/contract/notices/report-outcome';
import { assessmentText } from '#features/deals/api.ts';
import type { CommentsContent } from './comment-notices.ts';
import { appealText, reportText } from './report-wording.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { showMoney } from '#platform/locale-format.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { unlinkedText } from '#platform/mail/unlinked-text.ts';

/** The text of a notice. `path` is its link within the product. */
interface WordedNotice {
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
    own_post_reinstated: 'Your deal is back',
    channel_invitation: 'Invitation to a channel',
    sale_to_rate: 'Rate your purchase',
    price_alert: 'The price you asked for',
    watched_page: 'A page that you watch',
    moderation_decision: 'A message from the moderators',
    deal_comment: 'New comments on your deal',
    comment_reply: 'Replies to your comment',
  },
  bg: {
    price_drop: 'Цената падна',
    back_in_stock: 'Отново в наличност',
    no_longer_available: 'Вече не се предлага',
    saved_search: 'Нови оферти по Вашето търсене',
    own_deal_expired: 'Обявата Ви изтече',
    own_deal_removed: 'Обявата Ви беше премахната',
    own_post_reinstated: 'Обявата Ви отново е публикувана',
    channel_invitation: 'Покана за канал',
    sale_to_rate: 'Оценете покупката си',
    price_alert: 'Цената, която чакахте',
    watched_page: 'Следена от Вас страница',
    moderation_decision: 'Съобщение от модераторите',
    deal_comment: 'Нови коментари под обявата Ви',
    comment_reply: 'Отговори на коментара Ви',
  },
};

export const noticeTitle = (kind: NoticeKind, language: LanguageCode): string =>
  titles[language][kind];

const newDeals = (count: number, language: LanguageCode): string => {
  if (language === 'bg') return count === 1 ? '1 нова оферта' : `${count} нови оферти`;
  return count === 1 ? '1 new deal' : `${count} new deals`;
};

const below: Readonly<Record<LanguageCode, string>> = { en: 'below', bg: 'под' };
const withDelivery: Readonly<Record<LanguageCode, string>> = {
  en: 'with delivery',
  bg: 'с доставка',
};

/** The price that an alert compares: with delivery, if that counts and is known. */
const alertPrice = (
  { deal, total }: Extract<NoticeContent, { kind: 'price_alert' }>,
  language: LanguageCode,
): string =>
  total === undefined
    ? showMoney(deal.price, language)
    : `${showMoney(total, language)} ${withDelivery[language]}`;

type Decided = ModerationDecision['decided'];

const decided: Readonly<Record<LanguageCode, Readonly<Record<Decided, string>>>> = {
  en: {
    message_removed: 'Your message was removed',
    comment_removed: 'Your comment was removed',
    rating_removed: 'Your rating was removed',
    appeal_upheld: 'Your appeal was rejected',
    appeal_reversed: 'Your appeal was granted',
    report_upheld: 'We acted on your report. Thank you!',
    report_dismissed: 'We looked into your report and found no reason to act',
    report_obsolete: 'What you reported was deleted, so your report is closed',
  },
  bg: {
    message_removed: 'Ваше съобщение беше премахнато',
    comment_removed: 'Ваш коментар беше премахнат',
    rating_removed: 'Ваша оценка беше премахната',
    appeal_upheld: 'Възражението Ви беше отхвърлено',
    appeal_reversed: 'Възражението Ви беше уважено',
    report_upheld: 'Взехме мерки по Вашия сигнал. Благодарим!',
    report_dismissed: 'Разгледахме Вашия сигнал и не намерихме основание за намеса',
    report_obsolete: 'Приключихме сигнала Ви, защото съдържанието беше изтрито',
  },
};

type Why<Kind extends NoticeKind> = Extract<NoticeContent, { kind: Kind; why: string }>['why'];
type Reasons<Kind extends NoticeKind> = Readonly<
  Record<LanguageCode, Readonly<Record<Why<Kind>, string>>>
>;

const unavailable: Reasons<'no_longer_available'> = {
  en: { sold: 'Sold', expired: 'Expired', deleted: 'No longer offered' },
  bg: { sold: 'Продадена', expired: 'Изтекла', deleted: 'Вече не се предлага' },
};

const expired: Reasons<'own_deal_expired'> = {
  en: {
    date: 'its time ran out',
    members: 'members reported that it is over',
    moderator: 'a moderator ended it',
  },
  bg: {
    date: 'срокът ѝ изтече',
    members: 'потребители съобщиха, че вече не е актуална',
    moderator: 'модератор я прекрати',
  },
};

const invites: Readonly<Record<LanguageCode, string>> = { en: 'invites you to', bg: 'Ви кани в' };

type PlainChange = Exclude<PageChange['change'], 'price_drop'>;

const pageChanges: Readonly<Record<LanguageCode, Readonly<Record<PlainChange, string>>>> = {
  en: {
    sold_out: 'sold out',
    back_in_stock: 'available again',
    other_product: 'the page shows another product now, so we stopped watching it',
    unavailable: 'we could not read the page for three days, so we stopped watching it',
  },
  bg: {
    sold_out: 'изчерпано',
    back_in_stock: 'отново в наличност',
    other_product: 'страницата вече показва друг продукт и спряхме да я следим',
    unavailable: 'три дни не успяхме да прочетем страницата и спряхме да я следим',
  },
};

const pageChangeText = (
  { page, what }: Extract<NoticeContent, { kind: 'watched_page' }>,
  language: LanguageCode,
): string =>
  what.change === 'price_drop'
    ? `${showMoney(what.oldPrice, language)} → ${showMoney(page.price, language)}`
    : pageChanges[language][what.change];

/** What a price is worth, as a further sentence; empty if too little is known. */
const assessmentOf = ({ priceVerdict }: DealInNotice, language: LanguageCode): string => {
  const text = assessmentText(priceVerdict, language, (amount) =>
    showMoney({ amount, currency: 'EUR' }, language),
  );
  return text === null ? '' : ` · ${text}`;
};

/** Who commented: the last one and the number of others. */
const commenters = ({ latest, others }: CommentsContent, language: LanguageCode): string => {
  if (others === 0) return latest.name;
  if (language === 'bg')
    return `${latest.name} и още ${others === 1 ? 'един човек' : `${others} души`}`;
  return `${latest.name} and ${others} ${others === 1 ? 'other' : 'others'}`;
};

/** The title of a notice of comments that mention its reader. */
const mentioned: Readonly<Record<LanguageCode, string>> = {
  en: 'You were mentioned in a comment',
  bg: 'Споменаха Ви в коментар',
};

const isMention = (content: NoticeContent): boolean =>
  content.kind === 'deal_comment' && content.isMention === true;

const commentsText = (content: CommentsContent, language: LanguageCode): string => {
  const who = commenters(content, language);
  const { title } = content.deal;
  if (isMention(content))
    return language === 'en'
      ? `${who} mentioned you in a comment on “${title}”`
      : `${who} Ви ${content.others === 0 ? 'спомена' : 'споменаха'} в коментар за „${title}“`;
  const isReply = content.kind === 'comment_reply';
  if (language === 'en')
    return `${who} ${isReply ? 'replied to your comment on' : 'commented on'} “${title}”`;
  const isOne = content.others === 0;
  return isReply
    ? `${who} ${isOne ? 'отговори' : 'отговориха'} на коментара Ви за „${title}“`
    : `${who} ${isOne ? 'коментира' : 'коментираха'} „${title}“`;
};

/** A decision may have no reason if a program of a moderator made it. */
const withReason = (title: string, reason: string): string =>
  reason === '' ? title : `${title}: ${reason}`;

const decisionText = (content: ModerationDecision, language: LanguageCode): string =>
  reportText(content, language) ??
  withReason(appealText(content, language) ?? decided[language][content.decided], content.reason);

/** What the page says, too (`notice-texts.ts`). */
const bodyOf = (content: NoticeContent, language: LanguageCode): string => {
  switch (content.kind) {
    case 'price_drop':
      return `${content.deal.title}: ${showMoney(content.oldPrice, language)} → ${showMoney(content.deal.price, language)}${assessmentOf(content.deal, language)}`;
    case 'price_alert':
      return `${content.deal.title}: ${alertPrice(content, language)}, ${below[language]} ${showMoney(content.below, language)}${assessmentOf(content.deal, language)}`;
    case 'watched_page':
      return `${content.page.title}: ${pageChangeText(content, language)}`;
    case 'saved_search':
      return `${content.savedSearch.name}: ${newDeals(content.count, language)}`;
    case 'own_deal_removed':
    case 'own_post_reinstated':
      return `${content.deal.title}: ${content.reason}`;
    case 'moderation_decision':
      return decisionText(content, language);
    case 'channel_invitation':
      return `${content.inviter.name} ${invites[language]} ${content.channel.name}`;
    case 'sale_to_rate':
      return `${content.seller.name}: ${content.deal.title}`;
    case 'no_longer_available':
      return `${content.deal.title}: ${unavailable[language][content.why]}`;
    case 'own_deal_expired':
      return (
        `${content.deal.title}: ${expired[language][content.why]}` +
        (content.reason === undefined ? '' : ` (${content.reason})`)
      );
    case 'deal_comment':
    case 'comment_reply':
      return commentsText(content, language);
    case 'back_in_stock':
      return content.deal.title;
  }
};

export const wordNotice = (content: NoticeContent, language: LanguageCode): WordedNotice => ({
  title: isMention(content) ? mentioned[language] : noticeTitle(content.kind, language),
  body: unlinkedText(bodyOf(content, language)),
  path: noticePath(content),
});

interface MailTexts {
  readonly greeting: (name: string) => string;
  readonly several: (count: number) => string;
  readonly stopThese: string;
  readonly settings: string;
}

const mailTexts: Readonly<Record<LanguageCode, MailTexts>> = {
  en: {
    greeting: (name) => `Hello, ${name}!`,
    several: (count) => `${count} notifications for you`,
    stopThese: 'Stop emails like this one',
    settings: 'Choose what we notify you of',
  },
  bg: {
    greeting: (name) => `Здравейте, ${name}!`,
    several: (count) => `${count} известия за Вас`,
    stopThese: 'Спиране на такива имейли',
    settings: 'Изберете за какво да Ви известяваме',
  },
};

interface MailOptions {
  readonly to: { readonly name: string; readonly email: string };
  readonly language: LanguageCode;
  readonly contents: readonly NoticeContent[];
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly unsubscribeToken: string;
}

/** One mail with all of a user's due notices. */
export const composeNoticeMail = (options: MailOptions): Mail => {
  const { to, language, contents, siteName, baseUrl, unsubscribeToken } = options;
  const words = mailTexts[language];
  const notices = contents.map((content) => wordNotice(content, language));
  const [first] = notices;
  // Names and titles written by users are in the mail, not in its subject.
  const subject =
    notices.length === 1 && first !== undefined ? first.title : words.several(notices.length);
  const token = encodeURIComponent(unsubscribeToken);
  const stopUrl = `${baseUrl}/unsubscribe?token=${token}`;
  const settingsUrl = `${baseUrl}/settings`;

  return {
    kind: 'notices',
    to: to.email,
    subject: `${subject} - ${siteName}`,
    ...layOutMail({
      language,
      siteName,
      baseUrl,
      before: [words.greeting(to.name)],
      items: notices.map(({ title, body, path }) => ({ title, text: body, url: baseUrl + path })),
      footer: [
        { text: words.settings, url: settingsUrl },
        { text: words.stopThese, url: stopUrl },
      ],
    }),
    unsubscribeUrl: `${baseUrl}/api/notices/unsubscribe?token=${token}`,
  };
};
