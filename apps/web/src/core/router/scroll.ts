import { useLayoutEffect } from 'react';
import { createEntryMemory } from './entry-memory.ts';
import { currentLocation, useLocation } from './location.ts';

/** How long a restored position waits for the page to grow tall enough, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Pixels from the top. */
const positions = createEntryMemory('scroll-positions');

// The browser would scroll before the page of the entry is there.
history.scrollRestoration = 'manual';
window.addEventListener(
  'scroll',
  () => positions.set(currentLocation().key, String(Math.round(window.scrollY))),
  { passive: true },
);

/** Scrolls to `y` as soon as the page reaches so far. Returns the function that gives it up. */
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
    // Whoever moves on their own is not pulled back.
    for (const event of ['wheel', 'touchstart', 'keydown'])
      window.addEventListener(event, stop, { passive: true });
  }
  return stop;
};

/** Begins a new page at its top and brings Back and Forward to where the page was left. */
export const useScrollRestoration = (): void => {
  const { key, by, keepsScroll } = useLocation();
  useLayoutEffect(() => {
    if (keepsScroll) return;
    return scrollWhenPossible(by === 'traverse' ? Number(positions.get(key) ?? 0) : 0);
  }, [key, by, keepsScroll]);
};
