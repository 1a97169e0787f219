import { useEffect } from 'react';
import { COVER, currentLocation, entryState } from '#core/router/location.ts';
import { after, listen } from '#shared/browser-events.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { PANEL_COVERS } from './channel-view-context.ts';

/** Whether the current entry of the history is one that a panel has added. */
const isPanelEntry = (): boolean => entryState()['panel'] === true;

/** What tells entries apart, except those of what covers the panel, such as an image. */
const readEntry = (): string => `${currentLocation().key} ${isPanelEntry()}`;

let isOpen = false;

/** Leaves the entry of a panel, if none is open. */
const leaveEntry = (): void => {
  if (!isOpen && isPanelEntry()) history.back();
};

/**
 * Leaves the entry of a panel that was open when the user followed a link out of the channel, or
 * reloaded the page: a channel that opens without a panel is the entry below.
 */
export const useWithoutPanelEntry = (hasPanel: boolean): void => {
  const isCovered = useLatest(hasPanel);
  useEffect(
    () =>
      // Later, because effects run twice in development, and the first is cancelled.
      after(0, () => {
        if (!isCovered.current) leaveEntry();
      }),
    [isCovered],
  );
};

/**
 * Closes a panel that covers the messages on Back, which would leave the channel below it. The panel
 * adds an entry with the key of the channel's, so that the router sees the same page, unless the URL
 * has opened it.
 */
export const useBackCloses = (isLinked: boolean, onClose: () => void): void => {
  const close = useLatest(onClose);
  useEffect(() => {
    if (!matchMedia(PANEL_COVERS).matches) return undefined;
    isOpen = true;
    // Not one of an image that was just closed, whose entry is left soon.
    if (!isLinked && !isPanelEntry())
      history.pushState({ ...entryState(), [COVER]: undefined, panel: true }, '');
    const entry = readEntry();
    const unlisten = listen(window, 'popstate', () => {
      if (readEntry() !== entry) close.current();
    });
    return () => {
      unlisten();
      isOpen = false;
      // Another panel that opens in the same moment takes over the entry.
      queueMicrotask(leaveEntry);
    };
  }, [isLinked, close]);
};
