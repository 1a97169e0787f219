import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import { enginesHere, type EngineOptions } from './src/engines/engines.ts';

/** The main journeys in Firefox and WebKitGTK: `npm run engines`. */
const { projects: _, testIgnore: __, ...rest } = journeys;

export default defineConfig<EngineOptions>({
  ...rest,
  globalSetup: ['./src/engines/announce-missing-engines.ts', './src/start-shared-product.ts'],
  testMatch: '**/*.engine.spec.ts',
  // These engines draw without a GPU, and wait long on a busy machine.
  timeout: 300_000,
  projects: enginesHere().map((engineName) => ({
    name: engineName,
    use: { engineName },
    // All of a file in one worker, which starts its engine once.
    fullyParallel: false,
  })),
});
