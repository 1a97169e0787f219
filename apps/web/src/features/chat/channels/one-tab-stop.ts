import { useState, type KeyboardEvent } from 'react';
import { hasModifier } from '../has-modifier.ts';

/** Moves the focus among the links of a list by the arrow keys, Home and End. */
const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
  if (hasModifier(event)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = {
    ArrowDown: links[at + 1],
    ArrowUp: links[Math.max(0, at - 1)],
    Home: links[0],
    End: links.at(-1),
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

/**
 * Makes a list of links one tab stop: the link that had the focus last, else the current one, else
 * the first. `ids` names the links in their order.
 */
export const useOneTabStop = (ids: readonly string[], current: string | undefined) => {
  const [last, setLast] = useState<string>();
  const stop = [last, current].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
  return {
    onKeyDown,
    linkProps: (id: string) => ({
      tabIndex: id === stop ? 0 : -1,
      onFocusCapture: () => setLast(id),
    }),
  };
};
