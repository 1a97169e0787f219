import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './popup.module.css';

/** Distance between a popup and the edge of the window, in pixels. */
const MARGIN = 8;

interface PopupProps {
  /** The element that it belongs to: it opens below, or above if there is no room. */
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly kind: 'menu' | 'dialog';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const position = (popup: HTMLElement, anchor: HTMLElement): void => {
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const below = bottom + height + MARGIN < innerHeight ? bottom + 4 : top - height - 4;
  popup.style.top = `${Math.max(MARGIN, Math.min(below, innerHeight - height - MARGIN))}px`;
  popup.style.left = `${Math.max(MARGIN, Math.min(right - width, innerWidth - width - MARGIN))}px`;
};

/** A small overlay that Escape or a click elsewhere closes. It takes the focus and returns it. */
export const Popup = ({ anchor, label, kind, onClose, children }: PopupProps) => {
  const element = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  // Returns the focus while the popup is still in the document, before a dialog that replaces it opens:
  // the dialog then returns the focus to the anchor, too.
  useLayoutEffect(() => {
    const popup = element.current;
    if (popup === null) return;
    const onToggle = (event: ToggleEvent) => {
      if (event.newState === 'closed') close();
    };
    popup.showPopover();
    // Content that loads later makes the popup taller.
    const sizes = new ResizeObserver(() => position(popup, anchor));
    sizes.observe(popup);
    position(popup, anchor);
    popup.querySelector<HTMLElement>('a[href], button, input')?.focus({ preventScroll: true });
    popup.addEventListener('toggle', onToggle);
    return () => {
      sizes.disconnect();
      popup.removeEventListener('toggle', onToggle);
      // An action in the popup may have moved the focus already.
      if (popup.contains(document.activeElement) || document.activeElement === document.body) {
        anchor.focus({ preventScroll: true });
      }
    };
  }, [anchor]);

  return (
    // The arrow keys follow the menu pattern; the role is set below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={element}
      popover="auto"
      role={kind}
      aria-label={label}
      className={styles['popup']}
      onKeyDown={(event) => {
        if (kind === 'menu') moveInMenu(event);
      }}
    >
      {children}
    </div>
  );
};

/** Moves the focus among the items by arrows, Home and End, wrapping at the ends. */
const moveInMenu = (event: React.KeyboardEvent<HTMLElement>): void => {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
};
