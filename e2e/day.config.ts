import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import { PATIENCE_MS } from './src/day/patience.ts';

/** Plays a day of work in the chat: `npm run day`. A drill, which runs for as many minutes as given. */
const { globalSetup: _, projects: __, retries: ___, ...rest } = journeys;

export default defineConfig({
  ...rest,
  testMatch: 'day/play-day.ts',
  retries: 0,
  workers: 1,
  expect: { ...rest.expect, timeout: PATIENCE_MS },
  use: {
    ...rest.use,
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    // A trace of half an hour takes more memory than the browsers.
    trace: 'off',
  },
  reporter: 'line',
});
