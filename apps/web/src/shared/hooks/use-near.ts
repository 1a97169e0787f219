import { type RefCallback, useCallback, useState } from 'react';

/**
 * How far from the screen an element is near, in parts of the screen: it loads before it is reached,
 * and what lies below the first two screens of a phone waits until its reader scrolls.
 */
const MARGIN = '75% 0px';

/**
 * Tells whether an element has come near the screen, so that what it loads can wait until then. Once
 * near, it stays so. Pass the returned callback as the element's `ref`.
 */
export const useNear = (): readonly [isNear: boolean, ref: RefCallback<Element>] => {
  const [isNear, setNear] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { root: document, rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isNear, ref];
};
