import { writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { BROWSER_START_MS, type Engine } from './engine.ts';
import { engines, type EngineOptions } from './engines.ts';
import { Visitor } from './visitor.ts';

interface EngineFixtures {
  /** Lets another person come with a browser of their own, to the shared product unless another address is given. */
  readonly arrive: (origin?: string) => Promise<Visitor>;
}

/** Firefox logs, and lets a page see, that what it was loading ends when the page is left. */
const LEFT_WHILE_LOADING = /ServiceWorker intercepted|A part of the application could not be/;

export const test = base.extend<EngineFixtures, EngineOptions & { readonly engine: Engine }>({
  engineName: ['firefox', { scope: 'worker', option: true }],

  // One for all journeys of a worker, because its start takes longer than most of their steps.
  engine: [
    async ({ engineName }, use) => {
      const engine = await engines[engineName].start();
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 2 * BROWSER_START_MS },
  ],

  arrive: async ({ engine }, use, info) => {
    const visitors: Visitor[] = [];
    await use(async (origin = process.env['PRODUCT_URL'] ?? '') => {
      const visitor = new Visitor(await engine.openTab(), origin);
      visitors.push(visitor);
      return visitor;
    });
    const errors = engine.takeErrors().filter((text) => !LEFT_WHILE_LOADING.test(text));
    if (info.status !== info.expectedStatus) {
      for (const [index, visitor] of visitors.entries()) {
        const body = Buffer.from(await visitor.takeScreenshot(), 'base64');
        const path = info.outputPath(`visitor-${index + 1}.png`);
        await writeFile(path, body);
        await info.attach(`visitor ${index + 1}`, { path, contentType: 'image/png' });
      }
    }
    for (const visitor of visitors) await visitor.leave();
    base.expect(errors, 'nothing unexpected on the console').toEqual([]);
  },
});
