import * as z from 'zod';
import type { InputSource, Size, Tab } from './engine.ts';
import {
  operateInPage,
  outcomeOfInput,
  type Operation,
  type Role,
  type SentTarget,
  type Target,
} from './operate-in-page.ts';
import { until } from './until.ts';

/** Keys by the code points that WebDriver gives them. */
const keys = {
  ArrowDown: '\uE015',
  Backspace: '\uE003',
  Enter: '\uE007',
} as const;

const sent = (pattern: string | RegExp | undefined): SentTarget['name'] => {
  if (pattern === undefined || typeof pattern === 'string') return pattern ?? null;
  return { source: pattern.source, flags: pattern.flags };
};

const toSend = ({ role, name, has, within, rank }: Target): SentTarget => ({
  role,
  name: sent(name),
  has: sent(has),
  within: within === undefined ? null : toSend(within),
  rank: rank ?? null,
});

/** Names a target in messages of failures. */
const describe = ({ role, name, has, within }: Target): string =>
  [role, name, has === undefined ? '' : `with ${has}`, within && `in ${describe(within)}`]
    .filter(Boolean)
    .join(' ');

const typing = (letters: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: Array.from(letters).flatMap((value) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]),
});

const pressAt = ([x, y]: readonly [number, number]): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

const textsSchema = z.array(z.string());
const pointSchema = z.tuple([z.number(), z.number()]);

/** How long one look may wait in the page, in milliseconds; then the next one begins. */
const LOOK_MS = 5_000;

/** Reads a target by its role and name. */
export const the = (role: Role, name?: string | RegExp, within?: Target): Target => ({
  role,
  ...(name === undefined ? {} : { name }),
  ...(within === undefined ? {} : { within }),
});

/** A person with a browser of their own, who sees, presses and types. Each step waits for the page. */
export class Visitor {
  readonly #tab: Tab;
  readonly #origin: string;

  constructor(tab: Tab, origin: string) {
    this.#tab = tab;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.#tab.navigate(new URL(path, this.#origin).href);
  }

  back(): Promise<void> {
    return this.#tab.back();
  }

  async reload(): Promise<void> {
    await this.#tab.navigate(await this.run(() => location.href));
  }

  resize(size: Size): Promise<void> {
    return this.#tab.resize(size);
  }

  /** Runs a function in the page, by its source. */
  run<A extends readonly unknown[]>(
    inPage: (...given: A) => string | Promise<string>,
    ...given: A
  ): Promise<string> {
    return this.#tab.evaluate(`(${String(inPage)})(...${JSON.stringify(given)})`);
  }

  until(what: string, holds: () => Promise<boolean>): Promise<void> {
    return until(what, holds);
  }

  /** Waits until the path and the query of the page match. */
  at(pattern: RegExp): Promise<void> {
    return until(`the address ${pattern}`, async () => pattern.test(await this.url()));
  }

  url(): Promise<string> {
    return this.run(() => location.pathname + location.search);
  }

  /** The texts of all targets that are visible now. */
  async texts(target: Target): Promise<readonly string[]> {
    return textsSchema.parse(await this.#operate(target, { kind: 'read' }));
  }

  /** Waits until targets are visible, and returns their texts. */
  async see(target: Target, count: number | null = null): Promise<readonly string[]> {
    return textsSchema.parse(await this.#wait(target, { kind: 'see', count }));
  }

  /** The text of the first target. */
  async text(target: Target): Promise<string> {
    return (await this.see(target))[0] ?? '';
  }

  async attribute(target: Target, name: string): Promise<string> {
    return String(await this.#wait(target, { kind: 'attribute', name }));
  }

  async property(target: Target, name: string): Promise<string> {
    return String(await this.#wait(target, { kind: 'property', name }));
  }

  /** Presses the middle of the first target, once it has stopped moving and nothing covers it. */
  press(target: Target): Promise<void> {
    return this.#input(target, { kind: 'reach' }, (point) => pressAt(pointSchema.parse(point)));
  }

  /** Replaces the text of a field, once more if a busy browser has lost some of the keys. */
  fill(target: Target, text: string): Promise<void> {
    return until(`the text of ${describe(target)}`, async () => {
      await this.press(target);
      await this.#wait(target, { kind: 'select' });
      await this.#tab.perform([typing(text === '' ? keys.Backspace : text)]);
      const value = await this.#operate(target, { kind: 'property', name: 'value' });
      // The composer has no value.
      return value === null || value === 'undefined' || value === text;
    });
  }

  async key(name: keyof typeof keys): Promise<void> {
    await this.#tab.perform([typing(keys[name])]);
  }

  choose(target: Target, option: string): Promise<void> {
    return this.#input(target, { kind: 'choose', option }, () => typing(keys.ArrowDown));
  }

  async chooseFiles(selector: string, files: readonly string[]): Promise<void> {
    await until(`the field ${selector}`, async () => {
      await this.#tab.chooseFiles(selector, files);
      return true;
    });
  }

  takeScreenshot(): Promise<string> {
    return this.#tab.takeScreenshot();
  }

  /** Leaves for good: what the browser has stored for this person is erased. */
  leave(): Promise<void> {
    return this.#tab.close();
  }

  /** Prepares a target for an input, and repeats both until it has come there. */
  async #input(
    target: Target,
    prepare: Operation,
    inputOf: (prepared: unknown) => InputSource,
  ): Promise<void> {
    let outcome = 'missed';
    while (outcome === 'missed') {
      await this.#tab.perform([inputOf(await this.#wait(target, prepare))]);
      // The page may be leaving because of it.
      outcome = await this.run(outcomeOfInput).catch(() => 'left');
    }
  }

  /** Operates on a target, once that is possible; the page may be left meanwhile. */
  async #wait(target: Target, operation: Operation): Promise<unknown> {
    let outcome: unknown = null;
    await until(`${operation.kind} ${describe(target)}`, async () => {
      outcome = await this.#operate(target, operation, LOOK_MS);
      return outcome !== null;
    });
    return outcome;
  }

  async #operate(target: Target, operation: Operation, patienceMs = 0): Promise<unknown> {
    return JSON.parse(await this.run(operateInPage, toSend(target), operation, patienceMs));
  }
}
