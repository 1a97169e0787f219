import { after } from '#shared/browser-events.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { COVER, currentLocation, entryState, onLocation } from './location.ts';

const covers = new Set<unknown>();

/** Whether the current entry is of a cover that is closed. */
const isLeftOver = (): boolean => {
  const { [COVER]: cover } = entryState();
  return cover !== undefined && !covers.has(cover);
};

const leaveIfClosed = (): void => {
  if (isLeftOver()) history.back();
};

/**
 * Leaves each entry whose cover is closed, as after a reload of the page or at Forward: the entry of
 * the same page is below it.
 */
export const leaveClosedCovers = (): void => {
  window.addEventListener('popstate', leaveIfClosed);
  leaveIfClosed();
};

/**
 * How long the entry of a closed cover stays, in milliseconds: what closes it may navigate next, as a
 * channel does that is chosen in the drawer, and takes the place of the entry. While the browser goes
 * back, it would go back from the new page.
 */
const STAY_MS = 1_000;

/**
 * Adds an entry to the history for something that covers the page, so that Back calls `close` instead
 * of leaving the page. The entry has the key of the page's, so that the router sees the same page. Call
 * the returned function when it is closed otherwise.
 */
export const coverPage = (close: () => void): Unsubscribe => {
  const cover = `${Math.random()}`;
  const { key } = currentLocation();
  const isHere = (): boolean => entryState()[COVER] === cover;
  let phase: 'open' | 'closed' | 'leaving' = 'open';
  const end = (): void => {
    covers.delete(cover);
    window.removeEventListener('popstate', onPopState);
    stopFollowing();
  };
  const onPopState = (): void => {
    // What covers this cover was closed.
    if (isHere()) return;
    end();
    if (phase === 'open') close();
    // Back is meant for the page.
    else if (phase === 'closed') history.back();
  };
  // The way back from an entry that is left over would lead from this one.
  const way = isLeftOver() ? 'replaceState' : 'pushState';
  history[way]({ ...entryState(), [COVER]: cover }, '');
  covers.add(cover);
  // Another page ends it, also one that took the place of its entry.
  const stopFollowing = onLocation(() => {
    if (currentLocation().key !== key) end();
  });
  window.addEventListener('popstate', onPopState);
  return () => {
    if (phase !== 'open') return;
    phase = 'closed';
    after(STAY_MS, () => {
      if (!isHere()) return end();
      phase = 'leaving';
      history.back();
    });
  };
};
