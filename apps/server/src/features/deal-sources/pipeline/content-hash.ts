import { hash } from 'node:crypto';
import type { DealDraft } from './connector.ts';
import { saidText } from './staged-columns.ts';

const HEX_DIGITS = 32;

/** A hexadecimal digest of a source's data of a deal: equal digests mean no change. */
export const contentHash = (deal: DealDraft): string =>
  hash('sha256', saidText(deal)).slice(0, HEX_DIGITS);
