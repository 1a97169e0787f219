import { useEffect } from 'react';
import { currentLocation } from '#core/router/location.ts';

// Which deal was opened from which entry of the browser's history: whoever comes back by Back
// stands again on the card they left.
const opened = new Map<string, string>();

export const cardLinkId = (dealId: string): string => `deal-${dealId}`;

export const rememberOpened = (dealId: string): void =>
  void opened.set(currentLocation().key, dealId);

/** Gives the focus to the card one came back from. The router restores the scroll position. */
export const useReturnToCard = (): void => {
  useEffect(() => {
    const { key } = currentLocation();
    const dealId = opened.get(key);
    if (dealId === undefined) return;
    document.getElementById(cardLinkId(dealId))?.focus({ preventScroll: true });
  }, []);
};
