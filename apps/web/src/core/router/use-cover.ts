import { useEffect } from 'react';
import { after } from '#shared/browser-events.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { coverPage } from './cover-page.ts';

/**
 * Closes what covers the page on Back, as `coverPage` does, while the component is mounted and `covers`
 * is true.
 */
export const useCover = (onClose: () => void, covers = true): void => {
  const close = useLatest(onClose);
  useEffect(() => {
    if (!covers) return undefined;
    let uncover: Unsubscribe | undefined;
    // Later, because effects run twice in development, and the first is cancelled.
    const stop = after(0, () => {
      uncover = coverPage(() => close.current());
    });
    return () => {
      stop();
      uncover?.();
    };
  }, [close, covers]);
};
