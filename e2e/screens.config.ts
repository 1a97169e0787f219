import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Takes the pictures of docs/screens; no test, but it needs the journeys' browser and product. */
const { globalSetup: _, projects: __, ...rest } = journeys;

export default defineConfig({
  ...rest,
  globalSetup: './src/own-temporary-folders.ts',
  testMatch: 'take-screens.ts',
  reporter: 'line',
});
