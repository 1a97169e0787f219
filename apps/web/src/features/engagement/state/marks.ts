import type { VoteValue } from '@izgodno/contract/engagement/calls';
import { useSyncExternalStore } from 'react';
import { createStore } from '#shared/store.ts';

/** The user's marks on a deal. */
export interface Mark {
  readonly favorite: boolean;
  readonly liked: boolean;
  readonly markedExpired: boolean;
  readonly vote: VoteValue;
}

const unmarked: Mark = { favorite: false, liked: false, markedExpired: false, vote: 0 };

// Separate from the deals, which are public and may be cached.
const marks = createStore<ReadonlyMap<string, Mark>>(new Map());

export const markOf = (dealId: string): Mark => marks.get().get(dealId) ?? unmarked;

export const setMarks = (entries: Iterable<readonly [string, Partial<Mark>]>): void => {
  const next = new Map(marks.get());
  for (const [dealId, change] of entries) next.set(dealId, { ...markOf(dealId), ...change });
  marks.set(next);
};

export const evictMarks = (): void => marks.set(new Map());

/** The user whose marks these are, empty until that is known. */
export const marksOwner = createStore('');

export const useMark = (dealId: string): Mark =>
  useSyncExternalStore(marks.subscribe, () => markOf(dealId));
