import { useEffect, useEffectEvent, useState } from 'react';

/** How far a finger pulls the page until letting go refreshes it, in pixels. */
const PULL_DISTANCE = 80;
/** Movement from which a touch counts as a pull, in pixels; a tap trembles. */
const LEAST_DISTANCE = 16;

export type Pull = 'none' | 'short' | 'far' | 'refreshing';

/** Whether something between the target and the page scrolls by itself, such as a list of messages. */
const isInScroller = (target: Element): boolean => {
  for (let element = target; element !== document.body;) {
    const { overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) return true;
    if (element.parentElement === null) return false;
    element = element.parentElement;
  }
  return false;
};

const canPull = ({ touches, target }: TouchEvent): boolean =>
  touches.length === 1 &&
  window.scrollY === 0 &&
  target instanceof Element &&
  !isInScroller(target);

const startOf = (event: TouchEvent): number | undefined =>
  canPull(event) ? event.touches[0]?.clientY : undefined;

/**
 * Follows a finger that pulls the page down from its top, and runs `refresh` if it pulled far. The
 * first touch may have begun before this is shown.
 */
export const usePull = (firstTouch: TouchEvent, refresh: () => Promise<unknown>): Pull => {
  const [pull, setPull] = useState<Pull>('none');
  const end = useEffectEvent(async () => {
    if (pull === 'refreshing') return;
    setPull(pull === 'far' ? 'refreshing' : 'none');
    if (pull !== 'far') return;
    try {
      await refresh();
    } finally {
      setPull('none');
    }
  });
  const move = useEffectEvent((distance: number) => {
    if (pull === 'refreshing') return;
    if (distance < LEAST_DISTANCE) setPull('none');
    else setPull(distance < PULL_DISTANCE ? 'short' : 'far');
  });
  useEffect(() => {
    let from = startOf(firstTouch);
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const onStart = (event: TouchEvent): void => {
      from = startOf(event);
    };
    const onMove = ({ touches: [touch] }: TouchEvent): void => {
      if (from !== undefined && touch !== undefined) move(touch.clientY - from);
    };
    document.addEventListener('touchstart', onStart, options);
    document.addEventListener('touchmove', onMove, options);
    document.addEventListener('touchend', () => void end(), options);
    document.addEventListener('touchcancel', () => move(0), options);
    return () => listening.abort();
  }, [firstTouch]);
  return pull;
};
