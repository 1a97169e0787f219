import type { Page } from '@playwright/test';

/**
 * Texts that do not fit their width: they overflow their container or are cut off. Texts that
 * scroll or end in an ellipsis are meant to be longer.
 */
export const overflowingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Code evaluated in the page cannot reach this module.
    // oxlint-disable unicorn/consistent-function-scoping

    /** Fractions of pixels are rounded differently on both sides of a comparison. */
    const TOLERANCE = 1;

    const isMeant = (style: CSSStyleDeclaration): boolean =>
      style.overflowX === 'auto' ||
      style.overflowX === 'scroll' ||
      style.textOverflow === 'ellipsis' ||
      style.webkitLineClamp !== 'none' ||
      // For screen readers only.
      style.clipPath !== 'none';

    const rightmost = (text: Node): number => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return Math.max(...[...range.getClientRects()].map(({ right }) => right));
    };

    /** The text that extends furthest to the right, unless an ancestor hides or scrolls it. */
    const textBeyond = (element: Element): string | undefined => {
      const edge = element.getBoundingClientRect().right + TOLERANCE;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const { currentNode: text } = texts;
        let around = text.parentElement;
        while (around !== null && around !== element && !isMeant(getComputedStyle(around)))
          around = around.parentElement;
        if (around === element && rightmost(text) > edge) return text.textContent?.trim();
      }
      return undefined;
    };

    return [document.documentElement, ...document.body.querySelectorAll(':not(svg *)')].flatMap(
      (element) => {
        const { scrollWidth, clientWidth } = element;
        const overflows =
          scrollWidth > clientWidth + TOLERANCE &&
          clientWidth > 0 &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          !isMeant(getComputedStyle(element));
        const text = overflows ? textBeyond(element) : undefined;
        return text === undefined
          ? []
          : [`${element.localName}.${element.className} (${clientWidth} px): ${text}`];
      },
    );
  });
