/* oxlint-disable unicorn/consistent-function-scoping -- only what is inside of the function that runs in the page is sent there */

export type Role =
  | 'article'
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'group'
  | 'heading'
  | 'img'
  | 'link'
  | 'list'
  | 'listbox'
  | 'listitem'
  | 'main'
  | 'menuitem'
  | 'option'
  | 'region'
  | 'slider'
  | 'status'
  | 'textbox'
  | 'timer';

/** A part of a page as people name it. */
export interface Target {
  readonly role: Role;
  /** Its name as assistive technology says it: the whole text, or what matches. */
  readonly name?: string | RegExp;
  /** A text in it. */
  readonly has?: string | RegExp;
  readonly within?: Target;
  /** Which of several, from 0. */
  readonly rank?: number;
}

type SentPattern = string | { readonly source: string; readonly flags: string };

/** A target without patterns, which JSON cannot carry. */
export interface SentTarget {
  readonly role: Role;
  readonly name: SentPattern | null;
  readonly has: SentPattern | null;
  readonly within: SentTarget | null;
  readonly rank: number | null;
}

export type Operation =
  /** The texts of all that match now, as a list. */
  | { readonly kind: 'read' }
  /** The same once there are so many, or any. */
  | { readonly kind: 'see'; readonly count: number | null }
  /** Where the pointer reaches it, as a point, after scrolling to it, once it has stopped moving and nothing covers it. */
  | { readonly kind: 'reach' }
  | { readonly kind: 'attribute'; readonly name: string }
  /** A property of the element, as a text. */
  | { readonly kind: 'property'; readonly name: string }
  /** Selects all of its text. */
  | { readonly kind: 'select' }
  /**
   * Focuses a select element, whose list the drivers cannot open: the next key chooses the option with
   * this text. The key makes it the user's choice, without which WebKit's Back passes over it.
   */
  | { readonly kind: 'choose'; readonly option: string };

/**
 * Runs in the page, by its source: finds what is visible by role and name, and operates on it as soon as
 * that is possible. It waits in the page, because each look from outside costs several times as much.
 * Returns JSON; null after so many milliseconds in vain.
 */
export const operateInPage = async (
  target: SentTarget,
  operation: Operation,
  patienceMs: number,
): Promise<string> => {
  /** Pause between two looks, in milliseconds. */
  const pauseMs = 50;
  const selectors: Readonly<Record<Role, string>> = {
    article: 'article, [role=article]',
    button: 'button:not([role]), summary, [role=button], input[type=submit]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    combobox: 'select, [role=combobox]',
    dialog: 'dialog, [role=dialog], [role=alertdialog]',
    group: 'fieldset, [role=group]',
    heading: 'h1, h2, h3, h4',
    img: 'img, [role=img]',
    link: 'a[href]:not([role])',
    list: 'ul, ol, [role=list]',
    listbox: '[role=listbox]',
    listitem: 'li',
    main: 'main',
    menuitem: '[role=menuitem]',
    option: '[role=option]',
    region: 'section, [role=region]',
    slider: 'input[type=range], [role=slider]',
    status: 'output, [role=status]',
    textbox:
      'textarea:not([role]), input:not([type]):not([role]), input[type=text]:not([role]), ' +
      'input[type=search]:not([role]), input[type=email], input[type=password], input[type=number], [role=textbox]',
    timer: '[role=timer]',
  };
  const matches = (text: string, pattern: SentPattern): boolean =>
    typeof pattern === 'string'
      ? text === pattern
      : new RegExp(pattern.source, pattern.flags).test(text);
  const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

  /** The text that assistive technology reads of an element. */
  const contentOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.ariaHidden === 'true') return '';
    // A label may hold its own field.
    if (node instanceof HTMLSelectElement) return '';
    if (node instanceof HTMLImageElement) return node.alt;
    return node.ariaLabel ?? insideOf(node);
  };
  const insideOf = (element: Element): string =>
    tidy([...element.childNodes].map(contentOf).join(' '));
  const labelsOf = (element: Element): readonly Element[] => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    if (ids.length > 0) return ids.flatMap((id) => document.getElementById(id) ?? []);
    return 'labels' in element && element.labels instanceof NodeList
      ? [...element.labels].filter((label) => label instanceof Element)
      : [];
  };
  const nameOf = (element: Element): string => {
    if (element.ariaLabel !== null) return tidy(element.ariaLabel);
    const labels = labelsOf(element);
    return tidy(labels.length > 0 ? labels.map(insideOf).join(' ') : contentOf(element));
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden=true]') === null;

  const find = ({ role, name, has, within, rank }: SentTarget): readonly Element[] => {
    const roots = within === null ? [document] : find(within);
    const found = roots
      .flatMap((root) => Array.from(root.querySelectorAll(selectors[role])))
      .filter(
        (element) =>
          isShown(element) &&
          (name === null || matches(nameOf(element), name)) &&
          (has === null || matches(insideOf(element), has)),
      );
    return rank === null ? found : found.slice(rank, rank + 1);
  };

  /** For `outcomeOfInput`: the page may still change before the input comes. */
  const setOutcome = (outcome: 'missed' | 'hit'): void => {
    Reflect.set(globalThis, 'journeyInput', outcome);
  };

  let lastPoint = '';
  const reach = (element: Element): readonly [number, number] | null => {
    // A check box may be drawn by its label.
    const area = element.matches('input[type=checkbox]')
      ? (labelsOf(element)[0] ?? element)
      : element;
    const middle = (): readonly [number, number] => {
      const { x, y, width, height } = area.getBoundingClientRect();
      return [Math.round(x + width / 2), Math.round(y + height / 2)];
    };
    // What contains it counts only if a press there presses it too: other parts around it are hit
    // when it has moved away meanwhile.
    const isPart = (hit: unknown): boolean =>
      hit instanceof Element &&
      (area.contains(hit) || hit.closest('a, button, label, summary')?.contains(area) === true);
    const isHit = ([x, y]: readonly [number, number]): boolean =>
      isPart(document.elementFromPoint(x, y));
    if (!isHit(middle())) area.scrollIntoView({ block: 'center', behavior: 'instant' });
    const point = middle();
    const isStill = String(point) === lastPoint;
    lastPoint = String(point);
    if (!isStill || !isHit(point)) return null;
    setOutcome('missed');
    const note = ({ target: hit }: Event): void => {
      if (isPart(hit)) setOutcome('hit');
    };
    document.addEventListener('click', note, { capture: true, once: true });
    return point;
  };

  const choose = (element: Element, text: string): string | null => {
    if (!(element instanceof HTMLSelectElement)) return null;
    const index = [...element.options].findIndex((option) => tidy(option.text) === text);
    if (index === -1) return null;
    setOutcome('missed');
    const chooseNow = (event: Event): void => {
      event.preventDefault();
      element.selectedIndex = index;
      for (const type of ['input', 'change'])
        element.dispatchEvent(new Event(type, { bubbles: true }));
      setOutcome('hit');
    };
    element.addEventListener('keydown', chooseNow, { once: true });
    element.focus();
    return '';
  };

  const operate = (): unknown => {
    const found = find(target);
    if (operation.kind === 'read') return found.map(insideOf);
    if (operation.kind === 'see') {
      const isEnough =
        operation.count === null ? found.length > 0 : found.length === operation.count;
      return isEnough ? found.map(insideOf) : null;
    }
    const [element] = found;
    if (element === undefined) return null;
    switch (operation.kind) {
      case 'reach':
        return reach(element);
      case 'attribute':
        return element.getAttribute(operation.name);
      case 'property': {
        const value: unknown = Reflect.get(element, operation.name);
        return String(value);
      }
      case 'select':
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
          element.select();
        }
        return '';
      case 'choose':
        return choose(element, operation.option);
    }
  };
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const outcome = operate();
    if (outcome !== null || performance.now() > deadline) return JSON.stringify(outcome);
    await new Promise((look) => setTimeout(look, pauseMs));
  }
};

/** Runs in the page, by its source: whether the last input hit its target; 'undefined' of another page. */
export const outcomeOfInput = (): string => String(Reflect.get(globalThis, 'journeyInput'));
