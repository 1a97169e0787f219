import { useRef, type KeyboardEvent, type TouchEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './gallery.module.css';

/** Minimum sideways movement of a swipe, in pixels. */
const SWIPE_DISTANCE = 40;

/** Detects swipes to the left and right; a vertical movement scrolls the page. */
export const useSwipe = (step: (by: number) => void) => {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
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

/** Steps with the arrow keys. */
export const stepOnArrows =
  (step: (by: number) => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };

export const GalleryArrows = ({ step }: { step: (by: number) => void }) => {
  const { t } = useLanguage();
  const onKeyDown = stepOnArrows(step);
  return (
    <>
      <IconButton
        label={t('gallery.previous')}
        className={`${styles['arrow']} ${styles['previous']}`}
        onClick={() => step(-1)}
        onKeyDown={onKeyDown}
      >
        <Icon name="chevronLeft" />
      </IconButton>
      <IconButton
        label={t('gallery.next')}
        className={`${styles['arrow']} ${styles['next']}`}
        onClick={() => step(1)}
        onKeyDown={onKeyDown}
      >
        <Icon name="chevronRight" />
      </IconButton>
    </>
  );
};
