import type { DemoHit } from './demo-search.ts';

/** What every deal of the first page must be. */
export interface Rule {
  /** The families of products that are meant, by their keys in the demo data. */
  readonly families?: string;
  /** Euro cents. */
  readonly upTo?: number;
  readonly from?: number;
  readonly conditions?: readonly DemoHit['condition'][];
  readonly location?: string;
  /** Words of which the title has one. */
  readonly title?: RegExp;
  readonly isCheapestFirst?: true;
  readonly isDeliveredFree?: true;
  /** The parts that the answer names among the words, each once. */
  readonly named?: string;
  /** What may have been left out, by name; nothing if absent. */
  readonly relaxed?: string;
  /** Nothing is found, and nothing else is shown in its place. */
  readonly none?: true;
}

/** An amount in leva, in euro cents at the fixed rate. */
export const lev = (amount: number): number => Math.round((amount * 100) / 1.95583);
