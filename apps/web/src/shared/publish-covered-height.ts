/**
 * Keeps the height that `element` covers at the bottom of the window, in pixels, in a CSS variable
 * of the page, so that what it covers can move or scroll above it. Returns a function that ends
 * this and removes the variable.
 */
export const publishCoveredHeight = (
  element: Element,
  property: '--above-input' | '--under-uploads',
): (() => void) => {
  const root = document.documentElement;
  let frame = 0;
  const measure = (): void => {
    const height = Math.max(0, innerHeight - element.getBoundingClientRect().top);
    root.style.setProperty(property, `${Math.round(height)}px`);
  };
  const observer = new ResizeObserver(() => {
    // The change may resize the observed element, so it waits for the next frame.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    root.style.removeProperty(property);
  };
};

/** Lets overlays at the bottom of the window float above what the user writes or records with. */
export const liftOverlays = (input: Element | null): (() => void) | undefined =>
  input === null ? undefined : publishCoveredHeight(input, '--above-input');
