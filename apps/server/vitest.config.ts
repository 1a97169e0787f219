import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['src/**/*.services.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // As with journeys (e2e/playwright.config.ts): at home a test that fails fails, CI tries it once more and says so.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Bounds are for what hangs, not for what is slow: a busy machine takes ten times as long.
    hookTimeout: 120_000,
    testTimeout: 60_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
  },
});
