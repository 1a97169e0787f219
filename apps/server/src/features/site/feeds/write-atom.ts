import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { showMoney } from '#platform/locale-format.ts';

/** A feed of deals: where it is, what it is of, and the page that shows the same. */
export interface DealFeed {
  readonly title: string;
  readonly language: LanguageCode;
  /** Names the feed in every language. */
  readonly id: string;
  /** The feed's own URL. */
  readonly self: string;
  /** The URL of the page with the same deals. */
  readonly page: string;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  /** The deals, each with the time of its last change. */
  readonly entries: readonly { readonly deal: Deal; readonly updatedAt: Date }[];
}

/** Control characters and halves of characters, which no XML 1.0 document may have. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string): string =>
  escapeHtml(withoutDirectionMarks(text).replaceAll(NOT_IN_XML, ''));

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** The entry's content as HTML: a picture, the price and the description. */
const writeContent = (deal: Deal, { baseUrl, language }: DealFeed): string => {
  const image = deal.media.find(({ kind }) => kind === 'image');
  return [
    image === undefined
      ? ''
      : `<p><img src="${escapeHtml(new URL(image.url, baseUrl).href)}" alt=""></p>`,
    `<p><strong>${escapeHtml(showMoney(deal.price, language))}</strong></p>`,
    deal.description === '' ? '' : `<p>${escapeHtml(deal.description)}</p>`,
  ].join('');
};

/** The entry leads to our own page of the deal, which says who is paid for a visit to the shop. */
const writeEntry = ({ deal, updatedAt }: DealFeed['entries'][number], feed: DealFeed): string => {
  const url = `${feed.baseUrl}/deals/${deal.id}`;
  return [
    '<entry>',
    element('id', url),
    element('title', deal.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(`${url}?lang=${feed.language}`)}"/>`,
    element('published', new Date(deal.postedAt).toISOString()),
    element('updated', updatedAt.toISOString()),
    `<author>${element('name', deal.seller?.name ?? deal.merchant ?? deal.source.name)}</author>`,
    `<category term="${escapeXml(deal.category)}"/>`,
    `<content type="html">${escapeXml(writeContent(deal, feed))}</content>`,
    '</entry>\n',
  ].join('');
};

const EMPTY_SINCE = new Date(0);

/** The time of the latest change of any entry; the same for every reader of the same deals. */
export const updatedAtOf = ({ entries }: Pick<DealFeed, 'entries'>): Date =>
  entries.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), EMPTY_SINCE);

/** The feed as Atom (RFC 4287). */
export const writeAtom = (feed: DealFeed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">`,
    element('id', feed.id),
    element('title', feed.title),
    element('updated', updatedAtOf(feed).toISOString()),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.page)}"/>`,
    `<author>${element('name', feed.siteName)}${element('uri', feed.baseUrl)}</author>`,
    element('generator', feed.siteName),
    '\n',
    ...feed.entries.map((entry) => writeEntry(entry, feed)),
    '</feed>\n',
  ].join('');
