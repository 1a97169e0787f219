import type { LanguageCode } from '@izgodno/contract/common/language';
import { convertMinor } from '@izgodno/contract/common/money';
import type { Deal } from '@izgodno/contract/deals/deal';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { escapeHtml } from '#platform/http/escape-html.ts';

/**
 * The first view of a page before its script has loaded, and without scripts: the deals as plain
 * HTML with the measures of the application (`first-view.css`), which then replaces it.
 */

/** Deals in the first view: more than fit on a screen. */
const SHOWN_DEALS = 12;
/** Images visible on any phone, preloaded with the page. */
const PRELOADED_PICTURES = 2;

/** Texts of the application's catalogue for the page that posts a deal. */
const postTexts = {
  en: {
    title: 'Post a deal',
    lead: 'A title, a category and a price are enough. Photos and a description help people to decide, and your draft is kept on this device.',
    checking: 'Checking authentication...',
  },
  bg: {
    title: 'Публикуване на обява',
    lead: 'Достатъчни са заглавие, категория и цена. Снимките и описанието помагат на хората да решат, а черновата Ви се пази на това устройство.',
    checking: 'Проверяваме дали сте влезли...',
  },
} as const satisfies Record<LanguageCode, object>;

const headings = { en: 'Oferti', bg: 'Оферти' } as const satisfies Record<LanguageCode, string>;

const locales = { en: 'en-IE', bg: 'bg-BG' } as const satisfies Record<LanguageCode, string>;

const priceIn = ({ price }: Deal, language: LanguageCode): string =>
  new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'EUR',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(convertMinor(price.amount, price.currency, 'EUR') / 100);

const pictureOf = ({ media }: Deal): string | undefined =>
  media.find(({ kind }) => kind === 'image')?.url;

const writePicture = (deal: Deal, isFirst: boolean): string => {
  const url = pictureOf(deal);
  const order = isFirst ? 'fetchpriority="high"' : 'loading="lazy"';
  const empty = deal.media.length === 0 ? ' data-empty' : '';
  return `<span class="first-picture"${empty}>${
    url === undefined ? '' : `<img src="${escapeHtml(url)}" alt="" ${order}>`
  }</span>`;
};

const writeCard = (deal: Deal, rank: number, language: LanguageCode): string =>
  `<li><a href="/deals/${deal.id}">${writePicture(deal, rank < PRELOADED_PICTURES)}<span class="first-body"><strong>${escapeHtml(priceIn(deal, language))}</strong><span class="first-title">${escapeHtml(withoutDirectionMarks(deal.title))}</span></span></a></li>`;

const around = (siteName: string, content: string): string =>
  `<div class="first-view"><div class="first-header"><a href="/deals"><img src="/favicon.svg" width="30" height="30" alt=""><span>${escapeHtml(siteName)}</span></a></div><main>${content}</main></div>`;

/** The first deals of a list. */
export const writeDealsView = (
  deals: readonly Deal[],
  language: LanguageCode,
  siteName: string,
): string =>
  around(
    siteName,
    `<h1>${headings[language]}</h1><ul class="first-grid">${deals
      .slice(0, SHOWN_DEALS)
      .map((deal, rank) => writeCard(deal, rank, language))
      .join('')}</ul>`,
  );

/** One deal. */
export const writeDealView = (deal: Deal, language: LanguageCode, siteName: string): string =>
  around(
    siteName,
    `<article class="first-deal">${writePicture(deal, true)}<div><h1>${escapeHtml(withoutDirectionMarks(deal.title))}</h1><p><strong>${escapeHtml(priceIn(deal, language))}</strong></p></div><p>${escapeHtml(withoutDirectionMarks(deal.description))}</p></article>`,
  );

/**
 * The heading of the form that posts a deal. It is visible only if the browser has a stored
 * session, because other users are redirected to sign in.
 */
export const writePostView = (language: LanguageCode, siteName: string): string => {
  const { title, lead, checking } = postTexts[language];
  return around(
    siteName,
    `<div class="first-post"><h1>${title}</h1><p>${lead}<br><span>${checking}</span></p></div>`,
  );
};

/** Preloads the images that are visible first. */
export const preloadPictures = (deals: readonly Deal[]): string =>
  deals
    .slice(0, PRELOADED_PICTURES)
    .flatMap((deal) => pictureOf(deal) ?? [])
    .map(
      (url) =>
        `<link rel="preload" as="image" href="${escapeHtml(url)}" fetchpriority="high">\n    `,
    )
    .join('');
