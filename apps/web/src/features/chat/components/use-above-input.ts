import { useEffect, type RefObject } from 'react';

const PROPERTY = '--above-input';

/** Says how high the input stands, in CSS, so that what floats at the bottom of the page floats above it. */
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
      // What it changes may change what is observed: that waits for the next frame.
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
