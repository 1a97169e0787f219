import type { KeyboardEvent } from 'react';
import { hasModifier } from '../has-modifier.ts';

/** Arrow keys move through the results, and from the first up to the field. */
export const moveThrough = (event: KeyboardEvent<HTMLElement>): void => {
  if (hasModifier(event)) return;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const results = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[data-result] > :is(a, button)'),
  ];
  const field = event.currentTarget.querySelector<HTMLElement>('input[type=search]');
  const at = results.findIndex((result) => result === document.activeElement);
  if (at === -1 && document.activeElement !== field) return;
  event.preventDefault();
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  if (next < 0) field?.focus();
  else results[next]?.focus();
};
