import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import type { Condition, DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Deal } from '@izgodno/contract/deals/deal';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { embedJson } from './preloaded-response.ts';
import { writeAlternates } from './page-language.ts';

/** Characters of a description that search engines and chats show. */
const DESCRIPTION_LENGTH = 200;
const IMAGES = 6;

export interface HeadOptions {
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly siteName: string;
}

const shorten = (text: string): string => {
  const line = withoutDirectionMarks(text).replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  // Cuts between grapheme clusters, not within one.
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('bg').segment(line)) {
    if (index + segment.length >= DESCRIPTION_LENGTH) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end)}…`;
};

/** The language names of the Open Graph protocol; numbers are formatted by them too. */
const locales = { en: 'en_IE', bg: 'bg_BG' } as const satisfies Record<LanguageCode, string>;

const showPrice = ({ price }: Deal, language: LanguageCode): string =>
  new Intl.NumberFormat(locales[language].replace('_', '-'), {
    style: 'currency',
    currency: price.currency,
  }).format(price.amount / 100);

/** schema.org/ItemAvailability */
const availabilityOf = (status: DealStatus, inStock: boolean): string => {
  if (status === 'sold') return 'https://schema.org/SoldOut';
  if (status !== 'active') return 'https://schema.org/Discontinued';
  return inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock';
};

/** schema.org/OfferItemCondition */
const conditionOf = (condition: Condition): string =>
  condition === 'new'
    ? 'https://schema.org/NewCondition'
    : condition === 'for_parts'
      ? 'https://schema.org/DamagedCondition'
      : 'https://schema.org/UsedCondition';

const imagesOf = (deal: Deal, baseUrl: string): readonly string[] =>
  deal.media
    .filter(({ kind }) => kind === 'image')
    .slice(0, IMAGES)
    .map(({ url }) => new URL(url, baseUrl).href);

/** A schema.org/Product with its offer. */
const describeProduct = (deal: Deal, url: string, images: readonly string[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: withoutDirectionMarks(deal.title),
  ...(deal.description === '' ? {} : { description: shorten(deal.description) }),
  ...(images.length === 0 ? {} : { image: images }),
  ...(deal.brand === undefined ? {} : { brand: { '@type': 'Brand', name: deal.brand } }),
  offers: {
    '@type': 'Offer',
    url,
    price: (deal.price.amount / 100).toFixed(2),
    priceCurrency: deal.price.currency,
    availability: availabilityOf(deal.status, deal.inStock),
    itemCondition: conditionOf(deal.condition),
    seller: {
      '@type': deal.seller === undefined ? 'Organization' : 'Person',
      name: deal.seller?.name ?? deal.merchant ?? deal.source.name,
    },
  },
});

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

/**
 * The metadata of a deal's page for search engines and link previews: title first. `query` is the
 * part of the page's own URL after its path.
 */
export const writeDealHead = (
  deal: Deal,
  { language, query }: { readonly language: LanguageCode; readonly query: string },
  { baseUrl, siteName }: HeadOptions,
): string => {
  const url = `${baseUrl}/deals/${deal.id}${query}`;
  const title = withoutDirectionMarks(deal.title);
  const description = shorten(`${showPrice(deal, language)} · ${deal.description || deal.title}`);
  const images = imagesOf(deal, baseUrl);
  return [
    `<title>${escapeHtml(`${title} - ${siteName}`)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    writeAlternates(baseUrl, `/deals/${deal.id}`),
    meta('property', 'og:type', 'product'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:locale', locales[language]),
    ...languages
      .filter((code) => code !== language)
      .map((code) => meta('property', 'og:locale:alternate', locales[code])),
    meta('property', 'og:url', url),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...images.map((image) => meta('property', 'og:image', image)),
    meta('property', 'product:price:amount', (deal.price.amount / 100).toFixed(2)),
    meta('property', 'product:price:currency', deal.price.currency),
    meta('name', 'twitter:card', images.length === 0 ? 'summary' : 'summary_large_image'),
    `<script type="application/ld+json">${embedJson(JSON.stringify(describeProduct(deal, url, images)))}</script>`,
  ].join('\n    ');
};
