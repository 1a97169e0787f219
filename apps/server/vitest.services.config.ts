import { defineConfig } from 'vitest/config';

/**
 * Tests against real external servers: an S3 store and a virus scanner. Tests without their server are
 * skipped with a message.
 */
export default defineConfig({
  test: {
    name: 'services',
    // They share their servers. Vitest gives projects of one group the same number of workers.
    maxWorkers: 1,
    sequence: { groupOrder: 1 },
    include: ['{src,test}/**/*.services.test.ts'],
    globalSetup: ['test/global-setup.ts', 'test/services/global-setup.ts'],
    // As for journeys (e2e/playwright.config.ts): locally a failing test fails; CI retries it once
    // and reports it.
    retry: process.env['CI'] === undefined ? 0 : 1,
    hookTimeout: 120_000,
    testTimeout: 60_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
  },
});
