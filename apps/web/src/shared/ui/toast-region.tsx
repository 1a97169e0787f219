import { useLayoutEffect, useRef } from 'react';
import { useStore } from '#shared/store.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { dismissToast, toastStore } from './toast.ts';
import './shown-toasts.ts';
import styles from './toast-region.module.css';

/** Elements that a toast never covers: what has the focus or the pointer, and floating panels. */
const IN_USE = [
  ':is(a, button, input, select, textarea, summary, [role], [contenteditable]):is(:focus, :hover)',
  '[data-floats]',
].join();

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** Puts the toasts at the bottom, or at the top if they would cover a control in use. */
const evadeControls = (region: HTMLElement): void => {
  region.dataset['place'] = 'bottom';
  const covered = region.getBoundingClientRect();
  const isInTheWay = [...document.querySelectorAll(IN_USE)].some(
    (element) =>
      !region.contains(element) &&
      // A large element, such as a list with the focus, is no control.
      (element.matches('[data-floats]') || element.clientHeight < innerHeight / 2) &&
      overlap(covered, element.getBoundingClientRect()),
  );
  if (isInTheWay) region.dataset['place'] = 'top';
};

/**
 * The region for toasts. It is in the page from the start, so that screen readers announce new
 * ones.
 */
export const ToastRegion = ({ dismissLabel }: { dismissLabel: string }) => {
  const toasts = useStore(toastStore);
  const region = useRef<HTMLOutputElement>(null);
  const isEmpty = toasts.length === 0;

  // Each time, because any change of the toasts changes their height. An empty region is not measured:
  // that would lay out a page while it is still being rendered.
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || isEmpty) return;
    const stop = new AbortController();
    const move = () => evadeControls(element);
    move();
    for (const type of ['focusin', 'resize'])
      window.addEventListener(type, move, { signal: stop.signal });
    return () => stop.abort();
  });

  return (
    <output ref={region} className={styles['region']} data-toasts>
      {toasts.map(({ id, text, tone, action }) => (
        <div key={id} className={styles['toast']} data-tone={tone}>
          <span className={styles['text']}>{text}</span>
          <span className={styles['actions']}>
            {action !== undefined && (
              <Button
                tone="quiet"
                onClick={() => {
                  dismissToast(id);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton label={dismissLabel} onClick={() => dismissToast(id)}>
              <Icon name="close" size={18} />
            </IconButton>
          </span>
        </div>
      ))}
    </output>
  );
};
