import { type TouchEvent, useRef } from 'react';

/** Minimum sideways movement of a swipe, in pixels. */
const SWIPE_DISTANCE = 40;

/** Detects swipes to the left and right; a vertical movement scrolls the page. */
export const useSwipe = (step: (by: number) => void) => {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      // Two fingers zoom.
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current = touch && { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (start.current === undefined || touch === undefined) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) > SWIPE_DISTANCE && Math.abs(x) > Math.abs(y)) step(x < 0 ? 1 : -1);
    },
  };
};
