import { useEffect, type RefObject } from 'react';

const PROPERTY = '--above-input';

/**
 * Publishes the height of the input as a CSS variable, so that overlays at the bottom float above
 * it.
 */
export const useAboveInput = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const input = element.current;
    if (input === null) return;
    const root = document.documentElement;
    let frame = 0;
    const measure = (): void => {
      const height = Math.max(0, innerHeight - input.getBoundingClientRect().top);
      root.style.setProperty(PROPERTY, `${Math.round(height)}px`);
    };
    const observer = new ResizeObserver(() => {
      // The change may resize the observed element, so it waits for the next frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    observer.observe(input);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      root.style.removeProperty(PROPERTY);
    };
  }, [element]);
};
