import { useEffect } from 'react';
import { createEntryMemory } from '#core/router/entry-memory.ts';
import { currentLocation } from '#core/router/location.ts';

// Which deal was opened from which history entry, so that Back returns the focus to its card.
const opened = createEntryMemory('opened-deals');

export const cardLinkId = (dealId: string): string => `deal-${dealId}`;

export const rememberOpened = (dealId: string): void => opened.set(currentLocation().key, dealId);

/** Whether the user has not moved the focus yet. */
const isFocusFree = ({ activeElement }: Document): boolean =>
  activeElement === null || activeElement.tagName === 'BODY' || activeElement.tagName === 'MAIN';

/**
 * Focuses the card of the deal that the user returned from, once it is `shown`. The router restores
 * the scroll position.
 */
export const useReturnToCard = (shown: boolean): void => {
  useEffect(() => {
    const dealId = opened.get(currentLocation().key);
    if (!shown || dealId === undefined || !isFocusFree(document)) return;
    document.getElementById(cardLinkId(dealId))?.focus({ preventScroll: true });
  }, [shown]);
};
