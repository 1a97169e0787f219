export type Step = 'previous' | 'next' | 'previousUnread' | 'nextUnread';
export type ShortcutAction = 'help' | 'switch' | Step;

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target' | 'defaultPrevented'
>;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Returns the action of a key; null for all others. In a text field, keys that write text keep
 * doing so.
 */
export const actionOfKey = (pressed: Pressed): ShortcutAction | null => {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = pressed;
  if (pressed.defaultPrevented) return null;
  const mod = ctrlKey || metaKey;
  // By its position, because the Bulgarian layout has another letter there.
  if (mod && !altKey && !shiftKey && code === 'KeyK') return 'switch';
  if (altKey && !mod && key === 'ArrowUp') return shiftKey ? 'previousUnread' : 'previous';
  if (altKey && !mod && key === 'ArrowDown') return shiftKey ? 'nextUnread' : 'next';
  return key === '?' && !mod && !altKey && !isWriting(pressed.target) ? 'help' : null;
};

/** The channel above or below the open one, wrapping at the ends; null if there is no other. */
export const neighbour = (
  channels: readonly { readonly id: string; readonly unread: boolean }[],
  current: string | null,
  step: Step,
): string | null => {
  const at = channels.findIndex(({ id }) => id === current);
  const after = [...channels.slice(at + 1), ...channels.slice(0, Math.max(0, at))];
  const wanted = step.endsWith('Unread') ? after.filter(({ unread }) => unread) : after;
  return (step.startsWith('next') ? wanted[0] : wanted.at(-1))?.id ?? null;
};
