import { hash } from 'node:crypto';
import type { DealDraft } from './connector.ts';
import { saidText } from './staged-columns.ts';

const HEX_DIGITS = 32;

/** Digest, in hexadecimal, of all that a source says of an offer: equal means nothing to do. */
export const contentHash = (deal: DealDraft): string =>
  hash('sha256', saidText(deal)).slice(0, HEX_DIGITS);
