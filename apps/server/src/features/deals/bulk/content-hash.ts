import { hash } from 'node:crypto';
import type { MappedDeal } from './mapped-deal.ts';
import { saidText } from './staged-columns.ts';

const HEX_DIGITS = 32;

/** A hexadecimal digest of a source's data of a deal: equal digests mean no change. */
export const contentHash = (deal: MappedDeal): string =>
  hash('sha256', saidText(deal)).slice(0, HEX_DIGITS);
