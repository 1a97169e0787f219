import { useEffect, type RefObject } from 'react';

const PROPERTY = '--above-input';

/** Says how high the input stands, in CSS, so that what floats at the bottom of the page floats above it. */
export const useAboveInput = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const input = element.current;
    if (input === null) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = Math.max(0, innerHeight - input.getBoundingClientRect().top);
      root.style.setProperty(PROPERTY, `${Math.round(height)}px`);
    });
    observer.observe(input);
    return () => {
      observer.disconnect();
      root.style.removeProperty(PROPERTY);
    };
  }, [element]);
};
