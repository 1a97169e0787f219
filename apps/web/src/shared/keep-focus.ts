/**
 * The `ref` of a part of the page whose actions replace their own buttons. The focus that such a
 * button loses goes to the heading of the part, so that a keyboard goes on there.
 */
export const keepFocus = (part: HTMLElement | null): (() => void) | undefined => {
  if (part === null) return undefined;
  part.dataset['keepsFocus'] = '';
  let last: Element | null = null;
  /** The innermost part with it. */
  let within: Element | null = null;
  const remember = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
    within = last?.closest('[data-keeps-focus]') ?? null;
  };
  part.addEventListener('focusin', remember);
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || (within !== part && within?.isConnected)) return;
    last = null;
    if (document.activeElement !== document.body) return;
    const heading = part.querySelector<HTMLElement>('h1, h2, h3') ?? part;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener('focusin', remember);
    observer.disconnect();
  };
};
