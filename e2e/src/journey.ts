import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { startProduct, type Product } from './product.ts';
import { whenStill } from './when-still.ts';

interface JourneyFixtures {
  /** A product of the journey's own, which it may stop, kill and start again. */
  readonly ownProduct: Product & { readonly dataDirectory: string; restart(): Promise<void> };
  /** Settings of `ownProduct` beside those that every product of a journey has. */
  readonly ownSettings: Readonly<Record<string, string>>;
  /** A page in somebody else's browser, which has nothing of this one's storage. */
  readonly otherVisitor: Page;
  /** Console errors and warnings that belong to the journey. All others fail it. */
  readonly expectedConsole: RegExp[];
  readonly consoleWatch: ConsoleWatch;
}

/** A start may have to wait for a busy machine, in milliseconds. */
const PRODUCT_START_MS = 180_000;

/**
 * What a browser says, by itself or for the service worker, of a server that is gone, on its way down or
 * up, and of a network that is.
 */
export const SERVER_GONE = /net::ERR_|status of 50[23]|WebSocket connection/;

const addressPart = (): number => Math.floor(Math.random() * 254) + 1;

/** What the consoles of a journey's pages say that nobody expected, until the journey is over. */
class ConsoleWatch {
  readonly #expected: readonly RegExp[];
  readonly #surprises: string[] = [];
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

  /** From here on the pages may say what they like: their server is being stopped. */
  end(): void {
    this.#isOver = true;
  }

  expectNothing(): void {
    expect(this.#surprises, 'nothing unexpected on the console').toEqual([]);
  }

  #note(text: string, where = ''): void {
    if (this.#isOver || this.#expected.some((pattern) => pattern.test(text))) return;
    this.#surprises.push(`${text} ${where}`);
  }
}

export const test = base.extend<JourneyFixtures>({
  baseURL: async ({}, use) => use(process.env['PRODUCT_URL']),

  // Limits count by address: what one journey does must not use up another's.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${addressPart()}.${addressPart()}.${addressPart()}` });
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

  // Its start takes its own time, however busy the machine: it is not the journey's.
  ownProduct: [
    async ({ ownSettings, consoleWatch }, use) => {
      const dataDirectory = await mkdtemp(path.join(tmpdir(), 'izgodno-e2e-own-'));
      let product = await startProduct({ dataDirectory, port: 0, environment: ownSettings });
      const { url } = product;
      await use({
        url,
        consoleLink: product.consoleLink,
        dataDirectory,
        stop: () => product.stop(),
        kill: () => product.kill(),
        restart: async () => {
          product = await startProduct({
            dataDirectory,
            port: Number(new URL(url).port),
            environment: ownSettings,
          });
        },
      });
      consoleWatch.end();
      await product.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
    { timeout: PRODUCT_START_MS },
  ],
});

/** Fails on any accessibility fault that axe calls serious or worse. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await whenStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) })),
  ).toEqual([]);
};

export { expect } from '@playwright/test';
