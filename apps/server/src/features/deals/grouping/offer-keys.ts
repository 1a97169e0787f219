import { hash } from 'node:crypto';
import type { Condition } from '@izgodno/contract/deals/vocabulary';
import { normalLink } from './normal-link.ts';
import { packagingOf, variantOf } from './variant.ts';

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
    (sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1),
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
  text
    .normalize('NFKC')
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

const titleWords = (title: string): string =>
  title
    .normalize('NFKC')
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
  if (gtin === null && offer.photoHash !== null) add('photo', offer.photoHash, titleWords(title));
  return keys;
};
