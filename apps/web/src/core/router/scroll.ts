import { useLayoutEffect } from 'react';
import { currentLocation, useLocation } from './location.ts';

/** Where each entry of the history was scrolled to, kept through a reload of the page. */
const STORAGE_KEY = 'scroll-positions';
/** How many entries are remembered. */
const MAX_ENTRIES = 100;
/** How long a restored position waits for the page to grow tall enough, in milliseconds. */
const PATIENCE_MS = 3_000;

const load = (): Map<string, number> => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    const pairs = Array.isArray(stored) ? stored : [];
    return new Map(
      pairs.filter(
        (pair): pair is [string, number] =>
          Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'number',
      ),
    );
  } catch {
    return new Map();
  }
};

const positions = load();

const remember = (key: string): void => {
  positions.delete(key);
  positions.set(key, window.scrollY);
};

// The browser would scroll before the page of the entry is there.
history.scrollRestoration = 'manual';
window.addEventListener('scroll', () => remember(currentLocation().key), { passive: true });
window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_ENTRIES)));
  } catch {
    // Without storage a reload begins at the top.
  }
});

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
    return scrollWhenPossible(by === 'traverse' ? (positions.get(key) ?? 0) : 0);
  }, [key, by, keepsScroll]);
};
