import type { Unsubscribe } from '#shared/store.ts';
import { hasModifier } from '../has-modifier.ts';
import { LONG_PRESS_MS } from '../long-press.ts';

/** The gestures on one control. */
class BadgeGestures {
  readonly #badge: HTMLElement;
  readonly #open: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isTouched = false;
  #isHeld = false;

  constructor(badge: HTMLElement, open: () => void) {
    this.#badge = badge;
    this.#open = open;
  }

  press({ pointerType }: PointerEvent): void {
    this.end();
    this.#isHeld = false;
    this.#isTouched = pointerType === 'touch';
    if (!this.#isTouched) return;
    this.#timer = setTimeout(() => {
      this.#isHeld = true;
    }, LONG_PRESS_MS);
  }

  release(): void {
    this.end();
    this.#isTouched = false;
    // After the release, which would close a popup that is open already.
    if (this.#isHeld) setTimeout(this.#open);
  }

  click(event: MouseEvent): void {
    const isOnBadge = event.target instanceof Node && this.#badge.contains(event.target);
    const isByMouse = event instanceof PointerEvent && event.pointerType === 'mouse';
    if (!this.#isHeld && !(isOnBadge && isByMouse)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.#isHeld) this.#open();
    this.#isHeld = false;
  }

  /** A right click opens the menu of the browser. */
  openMenu(event: MouseEvent): void {
    if (event.button === 2 || event.ctrlKey) return;
    event.preventDefault();
    if (this.#isTouched) this.#isHeld = true;
    else this.#open();
  }

  pressKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowRight' || hasModifier(event)) return;
    event.preventDefault();
    this.#open();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Calls `open` for the gestures that explain the badge of a link or button: a mouse click on the
 * badge, a long touch on the control, and with the focus on it the right arrow or the key of the
 * context menu. None of them follows the link.
 */
export const followBadgeGestures = (
  control: HTMLElement,
  badge: HTMLElement,
  open: () => void,
): Unsubscribe => {
  const gestures = new BadgeGestures(badge, open);
  const listening = new AbortController();
  const { signal } = listening;
  const release = (): void => gestures.release();
  control.addEventListener('pointerdown', (event) => gestures.press(event), { signal });
  control.addEventListener('pointerup', release, { signal });
  // The browser cancels a touch when it scrolls, and some when they would open a menu themselves.
  control.addEventListener('pointercancel', release, { signal });
  control.addEventListener('contextmenu', (event) => gestures.openMenu(event), { signal });
  // In the capture phase, so that it runs before the link's own listener.
  control.addEventListener('click', (event) => gestures.click(event), { signal, capture: true });
  control.addEventListener('keydown', (event) => gestures.pressKey(event), { signal });
  return () => {
    gestures.end();
    listening.abort();
  };
};
