import type { DealInNotice, Notice, NoticeContent } from '@izgodno/contract/notices/notice';
import {
  decidedAppeal,
  reportOutcome,
  type ModerationDecision,
} from '@izgodno/contract/notices/report-outcome';
import { noticePath } from '@izgodno/contract/notices/notice-path';
import { priceText } from '#core/format/money.ts';
import type { CurrentLanguage } from '#core/language/language.ts';

export interface NoticeTexts {
  readonly title: string;
  readonly text: string;
  /** The path of its link. */
  readonly href: string;
  readonly imageUrl: string | undefined;
}

/** What a price is worth, as a further sentence; empty if too little is known. */
const assessmentOf = ({ priceVerdict }: DealInNotice, { code: language, t }: CurrentLanguage) => {
  if (priceVerdict === undefined || priceVerdict.code === 'not_enough_history') return '';
  const { code, days, amount = 0 } = priceVerdict;
  const money = priceText({ amount, currency: 'EUR' }, language).euro;
  return ` · ${t(`assessment.${code}`, { days, amount: money })}`;
};

const pageChangeText = (
  { page, what }: Extract<NoticeContent, { kind: 'watched_page' }>,
  { code, t }: CurrentLanguage,
): string =>
  what.change === 'price_drop'
    ? t('notice.prices', {
        title: page.title,
        before: priceText(what.oldPrice, code).euro,
        now: priceText(page.price, code).euro,
      })
    : t('notice.because', { title: page.title, reason: t(`notice.page.${what.change}`) });

/** What became of an appeal about something that is known; null for other decisions. */
const appealText = (decision: ModerationDecision, { t }: CurrentLanguage): string | null => {
  const appeal = decidedAppeal(decision);
  if (appeal === null) return null;
  const { kind, name } = appeal.subject;
  const subject =
    kind === 'deal' && name !== undefined
      ? t('notice.appealed.deal', { name })
      : t(`notice.appealed.unnamed.${kind}`);
  return t(`notice.appealed.${appeal.outcome}`, { subject });
};

const decisionText = (decision: ModerationDecision, language: CurrentLanguage): string => {
  const { decided, reason } = decision;
  const { t } = language;
  const title = appealText(decision, language) ?? t(`notice.decided.${decided}`);
  // A program of a moderator may give no reason.
  return reason === '' ? title : t('notice.because', { title, reason });
};

/** What became of a report of something that is known; null for other decisions. */
const reportText = (decision: ModerationDecision, { t }: CurrentLanguage): string | null => {
  const report = reportOutcome(decision);
  if (report === null) return null;
  const { kind, name } = report.subject;
  return t('notice.because', {
    title:
      name === undefined
        ? t(`notice.report.unnamed.${kind}`)
        : t(`notice.report.${kind}`, { name }),
    reason: t(`notice.outcome.${report.outcome}`),
  });
};

const isMention = (content: NoticeContent): boolean =>
  content.kind === 'deal_comment' && content.isMention === true;

const textOf = (content: NoticeContent, language: CurrentLanguage): string => {
  const { code, t } = language;
  switch (content.kind) {
    case 'price_drop':
      return (
        t('notice.prices', {
          title: content.deal.title,
          before: priceText(content.oldPrice, code).euro,
          now: priceText(content.deal.price, code).euro,
        }) + assessmentOf(content.deal, language)
      );
    case 'saved_search':
      return t('notice.found', { name: content.savedSearch.name, count: content.count });
    case 'own_deal_removed':
    case 'own_post_reinstated':
      return t('notice.because', { title: content.deal.title, reason: content.reason });
    case 'no_longer_available':
      return t('notice.because', {
        title: content.deal.title,
        reason: t(`deal.status.${content.why}`),
      });
    case 'own_deal_expired': {
      const { deal, why, reason } = content;
      const text = t('notice.because', { title: deal.title, reason: t(`notice.expired.${why}`) });
      return reason === undefined ? text : `${text} (${reason})`;
    }
    case 'channel_invitation':
      return t('notice.invitedBy', {
        name: content.inviter.name,
        channel: content.channel.name,
      });
    case 'price_alert':
      return (
        t(content.total === undefined ? 'notice.priceBelow' : 'notice.totalBelow', {
          title: content.deal.title,
          price: priceText(content.total ?? content.deal.price, code).euro,
          below: priceText(content.below, code).euro,
        }) + assessmentOf(content.deal, language)
      );
    case 'moderation_decision':
      return reportText(content, language) ?? decisionText(content, language);
    case 'watched_page':
      return pageChangeText(content, language);
    case 'sale_to_rate':
      return t('notice.because', { title: content.seller.name, reason: content.deal.title });
    case 'deal_comment':
    case 'comment_reply':
      return t(isMention(content) ? 'notice.by.mention' : `notice.by.${content.kind}`, {
        name: content.latest.name,
        others: content.others,
        title: content.deal.title,
      });
    case 'back_in_stock':
      return content.deal.title;
  }
};

const imageUrlOf = (content: NoticeContent): string | undefined => {
  if (content.kind === 'watched_page') return content.page.imageUrl;
  if (content.kind === 'saved_search') return content.deals[0]?.imageUrl;
  return 'deal' in content ? content.deal.imageUrl : undefined;
};

/** The text of a notice in the user's language. */
export const wordNotice = ({ content }: Notice, language: CurrentLanguage): NoticeTexts => ({
  title: language.t(isMention(content) ? 'notice.mention' : `notice.${content.kind}`),
  text: textOf(content, language),
  href: noticePath(content),
  imageUrl: imageUrlOf(content),
});
