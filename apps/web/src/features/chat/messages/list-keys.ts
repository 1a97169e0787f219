import type { FocusEvent, KeyboardEvent } from 'react';

/** What one can press in a message. */
const CONTROLS = 'button:not([disabled]), a[href], audio[controls], video[controls], input';

/** Where the arrow keys have a meaning of their own. */
const OWN_ARROWS = 'input, textarea, select, audio, video, [role="slider"]';

const neighbourOf = <Item>(items: readonly Item[], current: Item | null, step: 1 | -1) => {
  const at = current === null ? -1 : items.indexOf(current);
  if (at === -1) return step === 1 ? items[0] : items.at(-1);
  return items[at + step];
};

const isVisibleIn = (list: Element, message: Element): boolean => {
  const [outer, inner] = [list.getBoundingClientRect(), message.getBoundingClientRect()];
  return inner.bottom > outer.top && inner.top < outer.bottom;
};

/**
 * The message above or below the one with the focus; without one, the message that the user has
 * jumped to, or else the first or last visible.
 */
const messageBeside = (list: HTMLElement, current: HTMLElement | null, step: 1 | -1) => {
  const all = [...list.querySelectorAll<HTMLElement>('article')];
  if (current !== null) return neighbourOf(all, current, step);
  const visible = all.filter((message) => isVisibleIn(list, message));
  return (
    visible.find(({ dataset }) => dataset['target'] === 'true') ?? neighbourOf(visible, null, step)
  );
};

const endOf = (list: HTMLElement) =>
  list.parentElement?.querySelector<HTMLElement>('[data-list-end]');

const controlsOf = (message: HTMLElement): readonly HTMLElement[] => [
  ...message.querySelectorAll<HTMLElement>(CONTROLS),
];

const actionsOf = (message: HTMLElement) =>
  message.querySelector<HTMLElement>('button[aria-haspopup="menu"]');

/** The element that a key leads to, or presses. */
const goalOf = (key: string, list: HTMLElement, target: HTMLElement) => {
  const message = target.closest('article');
  switch (key) {
    case 'ArrowUp':
      return messageBeside(list, message, -1);
    case 'ArrowDown':
      return messageBeside(list, message, 1);
    case 'ArrowLeft':
      return message && neighbourOf(controlsOf(message), target, -1);
    case 'ArrowRight':
      return message && neighbourOf(controlsOf(message), target, 1);
    case 'Enter':
      return target === message ? actionsOf(message) : null;
    default:
      return null;
  }
};

/**
 * The keys of a list of messages, which is one tab stop: up and down walk the messages, left and right
 * the controls of one, Enter opens its actions, Tab leaves. `list` contains the messages and has a
 * focusable element after it, `data-list-end`, which Tab passes.
 */
export const onListKey = (event: KeyboardEvent<HTMLElement>): void => {
  const { key, target, currentTarget: list } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (key === 'Tab') {
    // From here on, the browser moves the focus out of the list.
    if (!event.shiftKey) endOf(list)?.focus();
    else if (target !== list) list.focus({ preventScroll: true });
    return;
  }
  if (target.matches(OWN_ARROWS)) return;
  const next = goalOf(key, list, target);
  if (next === undefined || next === null) return;
  event.preventDefault();
  if (key === 'Enter') next.click();
  else next.focus();
};

/** Leads from the end of the list to the list, if the focus comes from behind it. */
export const onListEnd = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
  const list = currentTarget.parentElement?.querySelector<HTMLElement>('section');
  if (relatedTarget instanceof Node && list?.contains(relatedTarget) === true) return;
  list?.focus();
};
