import { createStore } from '#shared/store.ts';

/** What a badge counts. */
export type UnreadScope =
  | { readonly kind: 'channel'; readonly channelId: string }
  | { readonly kind: 'threads' | 'all' };

interface OpenExplanation {
  readonly scope: UnreadScope;
  /** The link or button with the badge. */
  readonly anchor: HTMLElement;
}

/** The badge that is being explained; null if none is. */
export const whyUnread = createStore<OpenExplanation | null>(null);
