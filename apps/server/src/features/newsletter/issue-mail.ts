import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { showMoney } from '#platform/mail/mail-language.ts';
import type { Mail } from '#platform/mail/mailer.ts';

export interface IssueOptions {
  readonly to: string;
  readonly language: LanguageCode;
  /** The best first. */
  readonly deals: readonly Deal[];
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly leaveToken: string;
}

const wordings = {
  en: {
    title: 'The best deals of the week',
    before: (price: string) => `instead of ${price}`,
    leave: 'Stop the newsletter',
  },
  bg: {
    title: 'Най-добрите оферти на седмицата',
    before: (price: string) => `вместо ${price}`,
    leave: 'Спрете бюлетина',
  },
} as const;

const priceLine = (deal: Deal, language: LanguageCode): string => {
  const price = showMoney(deal.price, language);
  if (deal.originalPrice === undefined || deal.discountPercent === undefined) return price;
  const before = wordings[language].before(showMoney(deal.originalPrice, language));
  return `${price} ${before} (−${deal.discountPercent}%)`;
};

const link = (url: string, text: string): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

/** An issue of the newsletter for one subscriber. */
export const composeIssue = (options: IssueOptions): Mail => {
  const { to, language, deals, siteName, baseUrl, leaveToken } = options;
  const words = wordings[language];
  const leaveUrl = `${baseUrl}/newsletter/leave?token=${leaveToken}&lang=${language}`;
  const entries = deals.map((deal) => ({
    title: withoutDirectionMarks(deal.title),
    price: priceLine(deal, language),
    url: `${baseUrl}/deals/${deal.id}?lang=${language}`,
  }));
  return {
    to,
    subject: `${words.title} - ${siteName}`,
    text: [
      words.title,
      ...entries.map(({ title, price, url }) => `${title}\n${price}\n${url}`),
      `--\n${words.leave}: ${leaveUrl}\n`,
    ].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><body>`,
      `<h1>${escapeHtml(words.title)}</h1>`,
      ...entries.map(
        ({ title, price, url }) => `<p>${link(url, title)}<br>${escapeHtml(price)}</p>`,
      ),
      `<hr><p><small>${link(leaveUrl, words.leave)}</small></p>`,
      '</body></html>',
    ].join('\n'),
    unsubscribeUrl: `${baseUrl}/api/newsletter/unsubscribe?token=${leaveToken}`,
  };
};
