import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import { type DealList, listPath, listPaths } from '@izgodno/contract/search/list-paths';
import type { RenderedFirstView } from '@izgodno/contract/site/first-view';
import { brandSlug } from '#features/search/api.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { type HeadOptions, meta, writeCanonical } from './head-tags.ts';
import { writeAlternates } from './page-language.ts';
import { embedJson } from './preloaded-response.ts';
import { shorten } from './structured-data.ts';

/** The list with its value's own name instead of another one; undefined if there is no such value. */
export const resolveList = ({ filter, value }: DealList): DealList | undefined => {
  const given = filter === 'brand' ? (brandSlug(value) ?? value) : value;
  const parsed = parseStorable(dealListQuerySchema, { [filter]: given });
  const own = parsed.success ? [parsed.data[filter]].flat()[0] : undefined;
  return own === undefined ? undefined : { filter, value: own };
};

const crumb = (position: number, name: string, item: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item,
});

/** A schema.org/BreadcrumbList of the site and the page's list, as a script for the head. */
export const writeBreadcrumbs = (
  { baseUrl, siteName }: HeadOptions,
  list: DealList,
  name: string,
): string => {
  const breadcrumbs = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      crumb(1, siteName, `${baseUrl}/deals`),
      crumb(2, withoutDirectionMarks(name), `${baseUrl}${listPath(list)}`),
    ],
  };
  return `<script type="application/ld+json">${embedJson(JSON.stringify(breadcrumbs))}</script>`;
};

/**
 * The metadata of a list with a path of its own. `query` is the part of the page's own URL after
 * its path.
 */
export const writeListHead = (
  list: DealList,
  { listName = '', listText = '' }: RenderedFirstView,
  query: string,
  options: HeadOptions,
): string => {
  const { baseUrl, siteName } = options;
  const path = listPath(list);
  const name = withoutDirectionMarks(listName);
  const description = shorten(listText);
  return [
    `<title>${escapeHtml(`${name} - ${siteName}`)}</title>`,
    meta('name', 'description', description),
    writeCanonical(`${baseUrl}${path}${query}`),
    writeAlternates(baseUrl, path),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:url', `${baseUrl}${path}${query}`),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    writeBreadcrumbs(options, list, name),
  ].join('\n    ');
};

/** The list with a path of its own that equals a search. */
const listOfSearch = (query: URLSearchParams): DealList | undefined => {
  const [only, ...more] = query;
  const row = listPaths.find(({ filter }) => filter === only?.[0]);
  return row === undefined || only === undefined || more.length > 0
    ? undefined
    : { filter: row.filter, value: only[1] };
};

/** The head of the list of all deals: an equal list with a path of its own is its canonical URL. */
export const writeSearchHead = (baseUrl: string, query: URLSearchParams): string => {
  const list = listOfSearch(query);
  return list === undefined
    ? writeAlternates(baseUrl, '/deals')
    : writeCanonical(baseUrl + listPath(list));
};
