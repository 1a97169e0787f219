/* oxlint-disable unicorn/consistent-function-scoping -- code evaluated in the page cannot reach this module. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Checker } from 'accessibility-checker-engine';

/** Width and height of a target in CSS pixels (WCAG 2.2, 2.5.8). */
const LEAST_TARGET = 24;
/** The same on a phone. */
const LEAST_FOR_THUMBS = 44;

/**
 * Returns the axe violations: all of WCAG, and any other that is serious. `rules` limits them to
 * the named ones, such as those that depend on the theme.
 */
export const axeViolations = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  // The legacy mode needs no second page, and axe need not describe what passes: both take time.
  // These pages have no frames.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (
    rules === undefined ? builder : builder.withRules([...rules])
  ).analyze();
  return violations
    .filter(
      ({ impact, tags }) =>
        impact === 'serious' || impact === 'critical' || tags.some((tag) => tag.startsWith('wcag')),
    )
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** The engine's script, which defines the global `ace`. */
const ENGINE = await readFile(
  fileURLToPath(import.meta.resolve('accessibility-checker-engine')),
  'utf8',
);

declare const ace: { readonly Checker: new () => Checker };

/**
 * Rules of IBM's engine that reject what is correct: a user name without a password is autofilled,
 * a form without a name is no landmark, and a label may only enlarge the target of an input that
 * has a name of its own.
 */
const REJECTED_RULES = [
  'input_autocomplete_valid',
  'aria_form_label_unique',
  'label_content_exists',
];

/**
 * Returns what IBM's engine is sure of: failures of WCAG 2.2. Axe and this engine share no code.
 * Its potential failures ask a person to look, and most of them are none.
 */
export const engineFailures = async (page: Page): Promise<string[]> => {
  // Evaluated and not added as a script, because the page's policy of scripts rejects that.
  await page.evaluate(ENGINE);
  return page.evaluate(async (rejected) => {
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2']);
    return results.flatMap(({ ruleId, value, path, message, snippet }) =>
      value.join() !== 'VIOLATION,FAIL' ||
      rejected.includes(ruleId) ||
      // An output announces its text; it takes none, so it needs no label.
      (ruleId === 'input_label_exists' && snippet.startsWith('<output'))
        ? []
        : [`${ruleId}: ${path['dom'] ?? ''} ${message}`],
    );
  }, REJECTED_RULES);
};

/**
 * Runs checks while only the first deals of a list are visible: the same card many times takes most
 * of their time, and has nothing new. The others keep their place, so that nothing else moves.
 */
export const withFewCards = async <Result>(
  page: Page,
  check: () => Promise<Result>,
): Promise<Result> => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('li:nth-child(n + 7):has(> article) { visibility: hidden !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const result = await check();
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return result;
};

/**
 * Controls that are too small for a finger or, on a phone, a thumb: measured is what a press at
 * their centre and around it reaches. Links within a sentence are as high as its line.
 */
export const smallTargets = (page: Page, isForThumbs: boolean): Promise<string[]> =>
  page.evaluate(
    (least) => {
      const controls = document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=tab], [role=checkbox], [role=radio], [role=switch], [role=menuitem], [role=slider]',
      );
      const isSeen = (element: Element): boolean =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('[inert]') === null &&
        (document.querySelector(':modal')?.contains(element) ?? true);
      const isInSentence = (element: Element): boolean =>
        element.localName === 'a' &&
        getComputedStyle(element).display === 'inline' &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
      /** A label is part of its control's target. */
      const partsOf = (element: HTMLElement): readonly Element[] => [
        element,
        ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
      ];
      /** How far a press reaches the parts, along one axis through a point. */
      const reach = (
        parts: readonly Element[],
        at: readonly [number, number],
        isAcross: boolean,
      ) => {
        const isHit = (distance: number): boolean => {
          const [x, y] = isAcross ? [at[0] + distance, at[1]] : [at[0], at[1] + distance];
          const hit = document.elementFromPoint(x, y);
          return parts.some((part) => part.contains(hit));
        };
        const side = (direction: number): number => {
          let far = 0;
          while (far < least && isHit(direction * (far + 1))) far += 1;
          return far;
        };
        return isHit(0) ? side(-1) + side(1) + 1 : 0;
      };
      return [...controls].flatMap((element) => {
        if (!isSeen(element) || element.matches(':disabled') || isInSentence(element)) return [];
        // A control for assistive technology only has no size; its label or button is measured.
        if (element.getBoundingClientRect().width <= 1) return [];
        const parts = partsOf(element);
        const sizes = parts.map((part) => {
          part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const { x, y, width, height } = part.getBoundingClientRect();
          const centre = [x + width / 2, y + height / 2] as const;
          const [across, down] = [reach(parts, centre, true), reach(parts, centre, false)];
          // What floats covers the centres of some, and edges of others.
          return across === 0 ? [0, 0] : [Math.max(across, width), Math.max(down, height)];
        });
        const reached = sizes.filter(([width = 0]) => width > 0);
        const fits = reached.some(
          ([width = 0, height = 0]) => Math.min(width, height) > least - 0.5,
        );
        if (fits || reached.length === 0) return [];
        const name = element.getAttribute('aria-label') ?? element.innerText;
        const [[width = 0, height = 0] = []] = reached;
        return [
          `${element.localName} “${name.slice(0, 40)}”: ${Math.round(width)}×${Math.round(height)}`,
        ];
      });
    },
    isForThumbs ? LEAST_FOR_THUMBS : LEAST_TARGET,
  );

/** Elements that make the page wider than the window, and texts that are cut off. */
export const cutContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const describe = (element: Element): string =>
      `${element.localName}.${element.classList[0] ?? ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
    const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const scrollsAside = (element: Element): boolean => {
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (around !== document.body && getComputedStyle(around).overflowX !== 'visible')
          return true;
      return false;
    };
    const wide =
      root.scrollWidth <= root.clientWidth
        ? []
        : all
            .filter(
              (element) =>
                element.getBoundingClientRect().right > root.clientWidth + 1 &&
                !scrollsAside(element),
            )
            .map((element) => `too wide: ${describe(element)}`);
    const cut = all.filter((element) => {
      const style = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      // An ellipsis shows that there is more, and visually hidden text is clipped on purpose.
      const isMeant =
        style.textOverflow === 'ellipsis' ||
        style.webkitLineClamp !== 'none' ||
        style.clipPath !== 'none';
      return (
        hasText &&
        !isMeant &&
        ((style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
          (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2))
      );
    });
    return [
      ...(root.scrollWidth > root.clientWidth ? [`scrolls aside: ${root.scrollWidth}`] : []),
      ...wide.slice(0, 5),
      ...cut.map((element) => `cut off: ${describe(element)}`),
    ];
  });

/** The least height at which a list that scrolls by itself can be read, in CSS pixels. */
const LEAST_SCROLLER = 100;

/**
 * What cannot be read or reached in a low window: lists that scroll by themselves in a few lines,
 * and controls that no scrolling brings into the window.
 */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[inert]') === null;
    const low = [...document.querySelectorAll<HTMLElement>('main, main *')].filter(
      (element) =>
        isSeen(element) &&
        element.localName !== 'textarea' &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight + 1 &&
        element.clientHeight < least,
    );
    const out = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, input, select, textarea)',
      ),
    ]
      .filter((control) => isSeen(control) && control.getBoundingClientRect().width > 1)
      .filter((control) => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const { top, bottom } = control.getBoundingClientRect();
        return bottom <= 0 || top >= innerHeight;
      });
    scrollTo(0, 0);
    return [
      ...low.map(
        (element) =>
          `${element.clientHeight} px high: ${element.localName} ${element.ariaLabel ?? ''}`,
      ),
      ...out.map(
        (element) => `out of reach: ${element.localName} ${element.ariaLabel ?? element.innerText}`,
      ),
    ];
  }, LEAST_SCROLLER);

/**
 * Focuses the first controls of the page one after another, and returns those that are not visible
 * while focused. One call into the page: a press and an answer for each takes many times longer.
 */
export const hiddenFocus = async (page: Page, most: number): Promise<string[]> => {
  // From here on, focus is shown as for a keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate(async (limit) => {
    const inset = 2;
    const isSeen = (focused: Element, label: Element | undefined): boolean => {
      const { left, right, top, bottom } = (label ?? focused).getBoundingClientRect();
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + inset, top + inset],
        [right - inset, bottom - inset],
      ];
      return points.some(([x = 0, y = 0]) => {
        const seen = document.elementFromPoint(x, y);
        return (
          seen !== null &&
          (focused.contains(seen) || seen.contains(focused) || label?.contains(seen) === true)
        );
      });
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (control) =>
        control.tabIndex >= 0 &&
        control.checkVisibility() &&
        // Tab passes it on its way out of a list, and never stops there.
        control.dataset['listEnd'] === undefined,
    );
    const hidden: string[] = [];
    let focused = 0;
    for (const control of controls) {
      if (focused === limit) break;
      control.focus();
      // What is inert or disabled takes no focus.
      if (document.activeElement !== control) continue;
      focused += 1;
      // What a control shows or hides on focus is there with the next frame.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
      if (!isSeen(control, label))
        hidden.push(`${control.localName} “${(control.textContent ?? '').slice(0, 40)}”`);
    }
    return hidden;
  }, most);
};

/** Applies the maximum text spacing of WCAG 2.2, 1.4.12. */
export const spaceTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
