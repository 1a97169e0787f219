import type { Category } from '@izgodno/contract/deals/vocabulary';
import type { MotifName } from './media/motifs.ts';

/**
 * How a family is sold: by shops, by people as second-hand goods (`price` is then that of a piece in
 * good condition), by both, as a journey, or as real estate.
 */
export type Trade = 'shop' | 'used' | 'both' | 'journey' | 'property';

/** What the thing ages like: decides which words tell its condition. Without one it is always new. */
export type Wear = 'device' | 'fabric' | 'furniture' | 'vehicle' | 'paper' | 'object';

/**
 * Sentences in one language. `[a|b]` is a choice, `{name}` one of the family's facts or a word that
 * every deal has: `{brand}`, `{city}`, `{inCity}` (with its preposition).
 */
export interface Wording {
  readonly titles: readonly string[];
  readonly lines: readonly string[];
  readonly tags: readonly string[];
}

export interface Family {
  readonly key: string;
  readonly category: Category;
  readonly motif: MotifName;
  readonly trade: Trade;
  readonly wear?: Wear;
  /** How many deals are made of it. */
  readonly count: number;
  /** Typical price in euros, before the facts' factors. */
  readonly price: number;
  /** Invented brands; left out where the thing has none. */
  readonly brands?: readonly string[];
  /** Each fact's possible values (`bg|en` where the languages differ) with their factor on the price. */
  readonly facts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Location ids, where not everywhere. */
  readonly places?: readonly string[];
  readonly bg: Wording;
  readonly en: Wording;
}
