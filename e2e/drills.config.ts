import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Journeys that take minutes, and those of both devices on the desktop: `npm run drills`. */
const { projects = [], ...rest } = journeys;
const [desktop, phone] = projects;

export default defineConfig({
  ...rest,
  globalSetup: './src/start-shared-product.ts',
  projects: [
    { ...desktop, testMatch: /\.spec\.ts$/, testIgnore: /\.(?:engine|phone)\.|\.desktop\.spec\./ },
    { ...phone, testMatch: /\.drill\.spec\.ts$/, testIgnore: /\.desktop\./ },
  ],
});
