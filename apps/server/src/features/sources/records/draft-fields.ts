import { hash } from 'node:crypto';
import type { Media } from '@izgodno/contract/deals/deal';
import { type MappedRecord, MAX_DETAIL_LENGTH, type Rejection } from '../pipeline/connector.ts';
import { type MappedDeal, MAX_IMAGES } from '#features/deals/api.ts';
import { withoutBlank } from '@izgodno/contract/common/text';
import { isTracking } from '@izgodno/contract/common/tracking-parameters';
import { beginningOf, cleanLine, cleanParagraphs, cleanUrl } from './text.ts';

const MAX_TITLE_LENGTH = 300;
const MAX_DESCRIPTION_LENGTH = 10_000;
const MAX_NAME_LENGTH = 120;
const KEY_DIGITS = 32;

export const toTitle = (text: string): string => withoutBlank(cleanLine(text, MAX_TITLE_LENGTH));

export const toDescription = (text: string): string =>
  cleanParagraphs(text, MAX_DESCRIPTION_LENGTH);

/** A short name (of a brand, a shop, a category), or null if empty. */
export const toName = (text: string): string | null =>
  withoutBlank(cleanLine(text, MAX_NAME_LENGTH)) || null;

/**
 * The distinct image URLs, relative ones completed by `base`; sources write "-" and the like for a
 * missing image.
 */
export const toImages = (
  urls: readonly string[],
  base: () => string = () => '',
): readonly Media[] => {
  const images = new Set<string>();
  for (const href of urls) {
    const url = cleanUrl(href) ?? cleanUrl(href, base());
    if (url !== null && images.size < MAX_IMAGES) images.add(url);
  }
  return [...images].map((url) => ({ url, kind: 'image' }));
};

/** The URL of a page without its fragment and tracking parameters. */
export const linkIdentity = (href: string): string => {
  if (!href.includes('?') && !href.includes('#')) return href;
  const url = new URL(href);
  const parameters = [...url.searchParams].filter(([name]) => !isTracking(name));
  url.search = new URLSearchParams(parameters).toString();
  url.hash = '';
  return url.href;
};

/** A hexadecimal key of constant length for what identifies a deal. */
export const keyOf = (...parts: readonly (string | number)[]): string =>
  hash('sha256', parts.join('\n')).slice(0, KEY_DIGITS);

export const reject = (reason: Rejection['reason'], detail: string): Rejection => ({
  reason,
  detail: beginningOf(detail, MAX_DETAIL_LENGTH),
});

/** The record of row `row`, which the mapper mapped or rejected. */
export const toRecord = (
  row: number,
  externalId: string | null,
  mapped: MappedDeal | Rejection,
): MappedRecord =>
  'reason' in mapped ? { row, externalId, rejection: mapped } : { row, deal: mapped };
