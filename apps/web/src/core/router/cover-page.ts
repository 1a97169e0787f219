import { isObject } from '@izgodno/contract/common/is-object';
import type { Unsubscribe } from '#shared/store.ts';
import { currentLocation } from './location.ts';

/** The member of an entry's state that names what covers the page. */
const COVER = 'cover';

const stateNow = (): Readonly<Record<string, unknown>> => {
  const state: unknown = history.state;
  return isObject(state) ? state : {};
};

const covers = new Set<unknown>();

const leaveIfClosed = (): void => {
  const { [COVER]: cover } = stateNow();
  if (cover !== undefined && !covers.has(cover)) history.back();
};

/**
 * Leaves each entry whose cover is closed, as after a link in it was followed or the page was
 * reloaded: the entry of the same page is below it.
 */
export const leaveClosedCovers = (): void => {
  window.addEventListener('popstate', leaveIfClosed);
  leaveIfClosed();
};

/**
 * Adds an entry to the history for something that covers the page, so that Back calls `close` instead
 * of leaving the page. The entry has the key of the page's, so that the router sees the same page. Call
 * the returned function when it is closed otherwise.
 */
export const coverPage = (close: () => void): Unsubscribe => {
  const cover = `${Math.random()}`;
  const { key } = currentLocation();
  const isHere = (): boolean => stateNow()[COVER] === cover;
  let isOpen = true;
  const end = (): void => {
    covers.delete(cover);
    window.removeEventListener('popstate', onPopState);
  };
  const onPopState = (): void => {
    // What covers this cover was closed.
    if (isHere()) return;
    end();
    // With another key, Back leads to another page.
    if (isOpen && stateNow()['key'] === key) close();
  };
  covers.add(cover);
  history.pushState({ ...stateNow(), [COVER]: cover }, '');
  window.addEventListener('popstate', onPopState);
  return () => {
    isOpen = false;
    if (isHere()) history.back();
    else end();
  };
};
