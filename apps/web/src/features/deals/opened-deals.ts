import { useEffect } from 'react';
import { createEntryMemory } from '#core/router/entry-memory.ts';
import { currentLocation } from '#core/router/location.ts';

// Which deal was opened from which entry of the browser's history: whoever comes back by Back
// stands again on the card they left.
const opened = createEntryMemory('opened-deals');

export const cardLinkId = (dealId: string): string => `deal-${dealId}`;

export const rememberOpened = (dealId: string): void => opened.set(currentLocation().key, dealId);

/** Whether nobody has moved the focus yet: at most the page as a whole has it. */
const isFocusFree = ({ activeElement }: Document): boolean =>
  activeElement === null || activeElement.tagName === 'BODY' || activeElement.tagName === 'MAIN';

/**
 * Gives the focus to the card one came back from, once it is `shown`. The router restores the scroll
 * position.
 */
export const useReturnToCard = (shown: boolean): void => {
  useEffect(() => {
    const dealId = opened.get(currentLocation().key);
    if (!shown || dealId === undefined || !isFocusFree(document)) return;
    document.getElementById(cardLinkId(dealId))?.focus({ preventScroll: true });
  }, [shown]);
};
