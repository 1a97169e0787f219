/** What lies over the page, and leaves it to what had the focus before. */
const OVER_THE_PAGE = 'dialog, [popover], [data-toasts], [data-floats]';

/** What a keyboard can press or fill in. */
const CONTROLS = 'a[href], button, input, select, textarea';

const controlsOf = (element: Element): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>(CONTROLS),
];

/** The parts with `data-keeps-focus` around an element, the innermost first. */
const partsAround = (element: Element): readonly HTMLElement[] => {
  const part = element.closest<HTMLElement>('[data-keeps-focus]');
  if (part === null) return [];
  return [part, ...(part.parentElement === null ? [] : partsAround(part.parentElement))];
};

/** Whether the part is left; a list without items takes no focus. */
const takesFocus = (part: HTMLElement): boolean =>
  part.isConnected && (part.childElementCount > 0 || !part.matches('ul, ol'));

/** In a list, the same control of the item after or before the removed one; else any. */
const controlBeside = (lost: Element, list: Element, changes: readonly MutationRecord[]) => {
  for (const { removedNodes, nextSibling, previousSibling } of changes) {
    for (const item of removedNodes) {
      if (!(item instanceof Element) || !item.contains(lost)) continue;
      const at = controlsOf(item).findIndex((control) => control === lost);
      const beside = [nextSibling, previousSibling].find(
        (sibling) => sibling instanceof Element && list.contains(sibling),
      );
      if (beside instanceof Element) return controlsOf(beside).at(at);
    }
  }
  return controlsOf(list)[0];
};

const goalIn = (part: HTMLElement, lost: Element, changes: readonly MutationRecord[]) => {
  if (part.matches('ul, ol')) return controlBeside(lost, part, changes) ?? part;
  // An article that the arrow keys walk to has its own stop.
  if (part.hasAttribute('tabindex')) return part;
  return part.querySelector<HTMLElement>('h1, h2, h3, textarea') ?? part;
};

/**
 * Moves the focus when the focused element leaves the page by its own action, so that a keyboard
 * goes on in the same place: in the innermost part with `data-keeps-focus` that is left, to its
 * heading or text field, or in a list to the control beside.
 */
export const keepFocus = (): (() => void) => {
  let last: Element | null = null;
  let parts: readonly HTMLElement[] = [];
  /** Of the element in the page itself, which a dialog may remove. */
  let outside: readonly HTMLElement[] = [];
  const remember = (target: EventTarget | null): void => {
    last = target instanceof Element ? target : null;
    if (last === null) return;
    const around = partsAround(last);
    const isOnTop = last.closest(OVER_THE_PAGE) !== null;
    if (!isOnTop) outside = around;
    // Without a focus before, the page itself has it.
    parts = isOnTop
      ? [
          ...around,
          ...outside,
          ...document.querySelectorAll<HTMLElement>('main [data-keeps-focus]'),
        ]
      : around;
  };
  const onFocus = ({ target }: FocusEvent): void => remember(target);
  const observer = new MutationObserver((changes) => {
    if (last === null || last.isConnected) return;
    const lost = last;
    last = null;
    const part = parts.find(takesFocus);
    if (part === undefined || document.activeElement !== document.body) return;
    const goal = goalIn(part, lost, changes);
    if (!goal.matches(CONTROLS)) goal.tabIndex = -1;
    goal.focus({ preventScroll: true });
  });
  remember(document.activeElement);
  document.addEventListener('focusin', onFocus);
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
};
