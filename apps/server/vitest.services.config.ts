import { defineConfig } from 'vitest/config';

/** Tests against real servers of others: an S3 store, a virus scanner. Those that are not there are skipped aloud. */
export default defineConfig({
  test: {
    name: 'services',
    include: ['src/**/*.services.test.ts'],
    globalSetup: ['test/global-setup.ts', 'test/services/global-setup.ts'],
    // As with journeys (e2e/playwright.config.ts): at home a test that fails fails, CI tries it once more and says so.
    retry: process.env['CI'] === undefined ? 0 : 1,
    hookTimeout: 120_000,
    testTimeout: 60_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
  },
});
