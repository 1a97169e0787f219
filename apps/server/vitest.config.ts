import { defineConfig } from 'vitest/config';
import { TEST_WORKERS } from '../../scripts/test-workers.ts';

export default defineConfig({
  test: {
    name: 'server',
    maxWorkers: TEST_WORKERS,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['{src,test}/**/*.{services,drill}.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Test files share a worker's modules, because loading the application takes longer than most tests.
    isolate: false,
    // Tests make short-lived objects, whose collection took an eighth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // As for journeys (e2e/playwright.config.ts): locally a failing test fails; CI retries it once
    // and reports it.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Limits for what hangs, not for what is slow, because a busy machine takes ten times as long.
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { interval: 20, timeout: 30_000 } },
  },
});
