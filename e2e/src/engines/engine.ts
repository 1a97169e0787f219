interface PointerAction {
  readonly type: 'pointerMove' | 'pointerDown' | 'pointerUp';
  readonly [detail: string]: string | number;
}

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp';
  readonly value: string;
}

/** What a pointer or the keys do, in the form that WebDriver and WebDriver BiDi share. */
export type InputSource =
  | {
      readonly type: 'pointer';
      readonly id: string;
      readonly parameters: { readonly pointerType: 'mouse' | 'touch' };
      readonly actions: readonly PointerAction[];
    }
  | { readonly type: 'key'; readonly id: string; readonly actions: readonly KeyAction[] };

/** The tab of one person, with storage of its own. */
export interface Tab {
  /** Opens a URL and waits until its page is loaded. */
  navigate(url: string): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page, whose value is a string or the promise of one. */
  evaluate(expression: string): Promise<string>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Chooses files of this machine in the first element that the CSS selector matches. */
  chooseFiles(selector: string, files: readonly string[]): Promise<void>;
  resize(size: Size): Promise<void>;
  /** A picture of the page as PNG, in Base64. */
  takeScreenshot(): Promise<string>;
  /** Closes it, with all that is stored for its person. */
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A browser of the system that is no Chromium. */
export interface Engine {
  /** Opens the browser of another person. */
  openTab(): Promise<Tab>;
  /** The errors that pages have logged since the last call, where the engine says them. */
  takeErrors(): readonly string[];
  close(): Promise<void>;
}

/** The size of a page on a desktop, in CSS pixels. */
export const DESKTOP: Size = { width: 1440, height: 900 };

/** Timeout of a browser's start on a busy machine, in milliseconds. */
export const BROWSER_START_MS = 120_000;
/** Timeout of one command, in milliseconds; a page may load within it. */
export const COMMAND_MS = 120_000;
