import { useLayoutEffect } from 'react';
import { createEntryMemory } from './entry-memory.ts';
import { currentLocation, useLocation } from './location.ts';

/**
 * How long a restored scroll position waits for the page to grow tall enough, in milliseconds: as
 * long as the code of the page may take on a slow connection.
 */
const PATIENCE_MS = 120_000;
/** Events by which the user scrolls, or acts on what is shown so far. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Pixels from the top. A page may be left before the event of its last scrolling, which waits for the
 * next frame.
 */
const positions = createEntryMemory('scroll-positions', () => remember());

// The browser would scroll before the page of the entry is rendered.
history.scrollRestoration = 'manual';
/** The page is too short for the position to be restored, which is kept until then. */
let isRestoring = false;
const remember = (): void => {
  if (!isRestoring) positions.set(currentLocation().key, String(Math.round(window.scrollY)));
};
window.addEventListener('scroll', remember, { passive: true });

const isAt = (y: number): boolean => Math.abs(window.scrollY - y) < 1;

/** Scrolls to `y` once the page is tall enough. Returns a function that cancels it. */
const scrollWhenPossible = (y: number): (() => void) => {
  window.scrollTo(0, y);
  if (isAt(y)) return () => {};
  isRestoring = true;
  const stop = () => {
    isRestoring = false;
    observer.disconnect();
    clearTimeout(timer);
    for (const event of USER_EVENTS) window.removeEventListener(event, stop);
  };
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, y);
    if (isAt(y)) stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  observer.observe(document.body);
  for (const event of USER_EVENTS) window.addEventListener(event, stop, { passive: true });
  return stop;
};

/** Scrolls a new page to its top, and restores the position on Back and Forward. */
export const useScrollRestoration = (): void => {
  const { key, by, keepsScroll } = useLocation();
  useLayoutEffect(() => {
    // An entry that is not scrolled after this would have no position.
    if (keepsScroll) return remember();
    return scrollWhenPossible(by === 'traverse' ? Number(positions.get(key) ?? 0) : 0);
  }, [key, by, keepsScroll]);
};
