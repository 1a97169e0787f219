import { useLayoutEffect } from 'react';
import { createEntryMemory } from './entry-memory.ts';
import { currentLocation, useLocation } from './location.ts';

/** How long a restored scroll position waits for the page to grow tall enough, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Pixels from the top. */
const positions = createEntryMemory('scroll-positions');

// The browser would scroll before the page of the entry is rendered.
history.scrollRestoration = 'manual';
window.addEventListener(
  'scroll',
  () => positions.set(currentLocation().key, String(Math.round(window.scrollY))),
  { passive: true },
);

/** Scrolls to `y` once the page is tall enough. Returns a function that cancels it. */
const scrollWhenPossible = (y: number): (() => void) => {
  window.scrollTo(0, y);
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, y);
    if (Math.abs(window.scrollY - y) < 1) stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, stop);
  };
  if (Math.abs(window.scrollY - y) < 1) clearTimeout(timer);
  else {
    observer.observe(document.body);
    // Stops when the user scrolls.
    for (const event of ['wheel', 'touchstart', 'keydown'])
      window.addEventListener(event, stop, { passive: true });
  }
  return stop;
};

/** Scrolls a new page to its top, and restores the position on Back and Forward. */
export const useScrollRestoration = (): void => {
  const { key, by, keepsScroll } = useLocation();
  useLayoutEffect(() => {
    if (keepsScroll) return;
    return scrollWhenPossible(by === 'traverse' ? Number(positions.get(key) ?? 0) : 0);
  }, [key, by, keepsScroll]);
};
