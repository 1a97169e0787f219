import { hash } from 'node:crypto';
import type { DealDraft } from './connector.ts';

const HEX_DIGITS = 32;
const SEPARATOR = '\u001f';

/** Digest, in hexadecimal, of all that a source says of an offer: equal means nothing to do. */
export const contentHash = (deal: DealDraft): string =>
  hash(
    'sha256',
    [
      deal.title,
      deal.description,
      deal.link,
      deal.merchant,
      deal.brand,
      deal.gtin,
      deal.mpn,
      deal.category,
      deal.condition,
      deal.amount,
      deal.currency,
      deal.originalAmount,
      deal.availability,
      deal.sourceCategory,
      deal.locationId,
      deal.photoHash,
      deal.rating,
      deal.postedAt,
      deal.expiresAt,
      deal.details === null ? '' : JSON.stringify(deal.details),
      deal.tags.join(),
      ...deal.media.map((media) => media.url),
    ].join(SEPARATOR),
  ).slice(0, HEX_DIGITS);
