import { defineConfig, devices } from '@playwright/test';
import '../scripts/compile-cache.ts';
import { findChromium } from '../scripts/find-chromium.ts';
import { enginesHere, type EngineOptions } from './src/engines/engines.ts';

const chromium = await findChromium();
const launchOptions = {
  args: [
    ...chromium.args,
    // A fake microphone that beeps, with permission granted.
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
  ...(chromium.executablePath === undefined ? {} : { executablePath: chromium.executablePath }),
};
/** Journeys of other engines, and the long ones of another command (drills.config.ts). */
const NOT_HERE = /\.(?:engine|drill)\./;
/** Other engines draw without a GPU, and wait long on a busy machine. */
const ENGINE_TIMEOUT_MS = 300_000;
const CI = process.env['CI'] !== undefined;

export default defineConfig<EngineOptions>({
  testDir: 'src',
  outputDir: '../test-results',
  globalSetup: ['./src/engines/announce-missing-engines.ts', './src/start-shared-product.ts'],
  forbidOnly: CI,
  fullyParallel: true,
  // More than the cores of a small machine: journeys wait for servers, timers and animations.
  workers: 3,
  // A journey that fails sometimes is a bug, so locally it fails. CI retries it once and reports it as
  // flaky.
  retries: CI ? 1 : 0,
  // Limits for tests that hang, not for slow ones: a busy machine takes several times as long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['html', { open: 'never', outputFolder: '../playwright-report' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // CI shows no files of a run, and a trace takes seconds of some journeys.
    trace: CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'desktop',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
      // Those of both devices run on the phone, and with the drills on the desktop.
      testMatch: /\.desktop\.spec\.ts$/,
    },
    {
      name: 'phone',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
      },
      testIgnore: [NOT_HERE, /\.desktop\./],
    },
    // The main journeys in Firefox and WebKitGTK.
    ...enginesHere().map((engineName) => ({
      name: engineName,
      use: { engineName },
      testMatch: /\.engine\.spec\.ts$/,
      timeout: ENGINE_TIMEOUT_MS,
      // All of a file in one worker, which starts its engine once.
      fullyParallel: false,
    })),
  ],
});
