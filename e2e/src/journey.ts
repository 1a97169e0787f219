import { rm } from 'node:fs/promises';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { freePort } from '../../apps/server/test/free-port.ts';
import { copyDemoData, createDataFolder } from './data-folder.ts';
import { axeViolations } from './page-errors.ts';
import { startProduct, type Product } from './product.ts';
import { whenStill } from './when-still.ts';

interface JourneyFixtures {
  /** A separate product for this journey, which it may stop, kill and restart. */
  readonly ownProduct: Product & { readonly dataDirectory: string; restart(): Promise<void> };
  /** Settings of `ownProduct` beside those of every journey's product. */
  readonly ownSettings: Readonly<Record<string, string>>;
  /** A page in another user's browser, with separate storage. */
  readonly otherVisitor: Page;
  /** Console errors and warnings that the journey expects. All others fail it. */
  readonly expectedConsole: RegExp[];
  readonly consoleWatch: ConsoleWatch;
}

/** Timeout of a product's start on a busy machine, in milliseconds. */
const PRODUCT_START_MS = 180_000;

/**
 * What a browser logs, for itself or the service worker, while a server is down or restarting, or
 * the network is offline.
 */
export const SERVER_UNAVAILABLE =
  /net::ERR_|status of 50[23]|response code \(503\)|WebSocket connection|error occurred when fetching the script|ChunkLoadError: A part of the application/;

/**
 * Chromium's warning when it discards a preloaded module and asks the service worker a second time.
 * It depends on which of the two is first, and the module loads anyway.
 */
const PRELOAD_DISCARDED =
  /A preload for '(.+)' is found.* cross-world service worker resource mismatch/;
/** The warning that follows some seconds later, if the page is still open. */
const PRELOAD_UNUSED = /The resource (.+) was preloaded using link preload but not used/;

const urlPart = (): number => Math.floor(Math.random() * 254) + 1;

/** Collects unexpected console messages of a journey's pages until the journey ends. */
class ConsoleWatch {
  readonly #expected: readonly RegExp[];
  readonly #surprises: string[] = [];
  readonly #discarded = new Set<string>();
  #isOver = false;

  constructor(expected: readonly RegExp[]) {
    this.#expected = expected;
  }

  watch(context: BrowserContext): void {
    context.on('page', (page) => {
      page.on('pageerror', (error) => this.#note(`page error: ${error.message}`));
      page.on('console', (message) => {
        const kind = message.type();
        if (kind === 'error' || kind === 'warning')
          this.#note(`${kind}: ${message.text()}`, message.location().url);
      });
    });
  }

  /** Ignores later messages, because the server is being stopped. */
  end(): void {
    this.#isOver = true;
  }

  expectNothing(): void {
    expect(this.#surprises, 'nothing unexpected on the console').toEqual([]);
  }

  #note(text: string, where = ''): void {
    const discarded = PRELOAD_DISCARDED.exec(text)?.[1];
    if (discarded !== undefined) this.#discarded.add(discarded);
    const unused = PRELOAD_UNUSED.exec(text)?.[1];
    const isKnown =
      discarded !== undefined || (unused !== undefined && this.#discarded.has(unused));
    if (this.#isOver || isKnown || this.#expected.some((pattern) => pattern.test(text))) return;
    this.#surprises.push(`${text} ${where}`);
  }
}

export const test = base.extend<JourneyFixtures>({
  baseURL: async ({}, use) => use(process.env['PRODUCT_URL']),

  // Limits count per IP address, so that one journey does not use up another's.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${urlPart()}.${urlPart()}.${urlPart()}` });
  },

  expectedConsole: async ({}, use) => use([]),

  consoleWatch: async ({ expectedConsole }, use) => {
    const watch = new ConsoleWatch(expectedConsole);
    await use(watch);
    watch.expectNothing();
  },

  context: async ({ context, consoleWatch }, use) => {
    consoleWatch.watch(context);
    await use(context);
  },

  otherVisitor: async ({ browser, consoleWatch }, use) => {
    const context = await browser.newContext();
    consoleWatch.watch(context);
    await use(await context.newPage());
    await context.close();
  },

  ownSettings: [{}, { option: true }],

  // Its start has a timeout of its own, separate from the journey's.
  ownProduct: [
    async ({ ownSettings, consoleWatch }, use) => {
      const dataDirectory = await (ownSettings['DEMO_DATA'] === 'off'
        ? createDataFolder()
        : copyDemoData());
      // Always the same, because links to its deals contain it.
      const port = await freePort();
      const start = () => startProduct({ dataDirectory, port, environment: ownSettings });
      let product = await start();
      await use({
        url: product.url,
        consoleLink: product.consoleLink,
        dataDirectory,
        stop: () => product.stop(),
        kill: () => product.kill(),
        restart: async () => {
          product = await start();
        },
      });
      consoleWatch.end();
      await product.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    { timeout: PRODUCT_START_MS },
  ],
});

/** Fails on any axe violation of WCAG, or that is serious. `rules` limits them to the named ones. */
export const expectAccessible = async (page: Page, rules?: readonly string[]): Promise<void> => {
  await whenStill(page);
  expect(await axeViolations(page, rules)).toEqual([]);
};

export { expect } from '@playwright/test';
