import { hash } from 'node:crypto';
import { normalise } from '@izgodno/contract/common/normalise';
import type { Condition } from '@izgodno/contract/deals/vocabulary';
import { isTracking } from '@izgodno/contract/common/tracking-parameters';
import { withoutEndSlashes } from '#platform/without-end-slashes.ts';
import { packagingOf, variantOf } from './variant.ts';

/** Parameters of affiliates and sessions: in links of many sources these name no page of their own. */
const AFFILIATE =
  /^(?:ref|referrer|source|src|aff.*|pid_aff|ps_.*|click_?id|campaign.*|partner.*|tag|sessionid|sid|phpsessid)$/i;
/** Parameters in which affiliate networks put the target URL. */
const TARGETS = [
  'url',
  'redirect',
  'redirect_url',
  'u',
  'to',
  'target',
  'deeplink',
  'dest',
  'ued',
  'murl',
];
const MAX_UNWRAPS = 3;
const URL_WITHIN = /=http/i;

const parse = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
};

const unwrapped = (outer: URL): URL => {
  let url = outer;
  for (let left = MAX_UNWRAPS; left > 0; left -= 1) {
    // Checked first, because most URLs have none and parsing parameters takes longer than the rest.
    if (!URL_WITHIN.test(url.search)) return url;
    const { searchParams } = url;
    const inner = TARGETS.flatMap((name) => parse(searchParams.get(name) ?? '') ?? [])[0];
    if (inner === undefined) return url;
    url = inner;
  }
  return url;
};

/**
 * A normalised URL of an offer, for comparison across sources: without affiliate network, scheme,
 * `www.` and tracking. `null` if it leads to a shop rather than an offer.
 */
export const normalLink = (text: string): string | null => {
  const given = parse(text);
  if (given === undefined) return null;
  const url = unwrapped(given);
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '');
  const path = withoutEndSlashes(url.pathname);
  const parameters =
    url.search === ''
      ? []
      : [...url.searchParams]
          .filter(([name]) => !isTracking(name) && !AFFILIATE.test(name))
          .map(([name, value]) => `${name}=${value}`)
          .sort();
  // Some shops put the variant after the hash: "#/12-size-m".
  const variant = /^#!?\//.test(url.hash) ? url.hash : '';
  if (path === '' && parameters.length === 0) return null;
  return `${host}${path}?${parameters.join('&')}${variant}`;
};

/** The kinds of keys of an offer, the most reliable first. */
export const keyKinds = ['gtin', 'mpn', 'link', 'photo'] as const;
export type KeyKind = (typeof keyKinds)[number];

export interface OfferKey {
  readonly kind: KeyKind;
  /** 24 hexadecimal digits: among 10^9 keys two collide with a probability of 10^-11. */
  readonly key: string;
}

export interface OfferFacts {
  readonly title: string;
  readonly condition: Condition;
  readonly link: string | null;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly mpn: string | null;
  /** Of the first photo. */
  readonly photoHash: string | null;
}

const HEX_DIGITS = 24;
const GTIN_LENGTH = 14;
const SHORTEST_MPN = 4;

const weighted = (digits: string): number =>
  Array.from(digits).reduce(
    (sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );

/**
 * A GTIN of fourteen digits with a correct check digit (GS1 General Specifications, 7.9), or
 * `null`, also for a shop's internal numbers (prefixes 02, 04, 2), coupons, and repetitions of one
 * digit.
 */
export const normalGtin = (text: string): string | null => {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const gtin = digits.padStart(GTIN_LENGTH, '0');
  const isShopsOwn = /^0(?:2|02|04|05|98|99)/.test(gtin) && digits.length !== 8;
  if (isShopsOwn || /^0*(\d)\1*$/.test(digits)) return null;
  return weighted(gtin) % 10 === 0 ? gtin : null;
};

const alphanumeric = (text: string): string =>
  normalise(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The letters and digits of a part number that can distinguish products; `null` for "N/A" and the
 * like.
 */
const normalMpn = (text: string): string | null => {
  const mpn = alphanumeric(text);
  return mpn.length >= SHORTEST_MPN && /[1-9]/.test(mpn) && !/^(.)\1*$/.test(mpn) ? mpn : null;
};

const sortedWords = (title: string): string =>
  normalise(title, 'NFKC')
    .toLowerCase()
    .split(/[.,]*[^\p{L}\p{N}.,"]+[.,]*/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');

const sha = (parts: readonly string[]): string =>
  hash('sha256', parts.join('\u001F')).slice(0, HEX_DIGITS);

/**
 * The keys of an offer, at most one of each kind: two offers with an equal key may be the same.
 * Condition and number of pieces are part of every key; a title alone is no key, and a photo only
 * with the title.
 */
export const offerKeys = (offer: OfferFacts): readonly OfferKey[] => {
  const { title, condition } = offer;
  const common = [condition, packagingOf(title)];
  const gtin = offer.gtin === null ? null : normalGtin(offer.gtin);
  const mpn = offer.mpn === null ? null : normalMpn(offer.mpn);
  const brand = alphanumeric(offer.brand ?? '');
  const link = offer.link === null ? null : normalLink(offer.link);
  const keys: OfferKey[] = [];
  const add = (kind: KeyKind, ...parts: readonly string[]): void => {
    keys.push({ kind, key: sha([kind, ...common, ...parts]) });
  };
  if (gtin !== null) add('gtin', gtin);
  if (mpn !== null && brand !== '') add('mpn', brand, mpn, variantOf(title, mpn));
  if (link !== null) add('link', link);
  // With a GTIN other shops' offers are matched by it.
  if (gtin === null && offer.photoHash !== null) add('photo', offer.photoHash, sortedWords(title));
  return keys;
};
