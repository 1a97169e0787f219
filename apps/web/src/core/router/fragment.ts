import { useEffect } from 'react';
import { createEntryMemory } from './entry-memory.ts';
import { useLocation } from './location.ts';

/**
 * The part that an entry of the history has led to. An entry does so once, also across a reload: Back
 * and Forward restore the scroll position instead.
 */
const reached = createEntryMemory('reached-parts');

/** The id of the part of the page that the URL names; empty if it names none. */
export const useNamedPart = (): string => {
  useLocation();
  return location.hash.slice(1);
};

/**
 * Scrolls to the part of the page with this id, and gives it the focus, if the URL names it: once
 * `isShown`, because the browser looks for it before the page is rendered.
 */
export const useFragment = (id: string, isShown: boolean): void => {
  const { key } = useLocation();
  useEffect(() => {
    if (!isShown || location.hash !== `#${id}` || reached.get(key) === id) return;
    reached.set(key, id);
    const part = document.getElementById(id);
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [id, isShown, key]);
};
