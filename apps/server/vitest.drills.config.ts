import { defineConfig } from 'vitest/config';
import { TEST_WORKERS } from '../../scripts/test-workers.ts';

/** Tests that start, kill and restore whole products, or wait for minutes: `npm run drills`. */
export default defineConfig({
  test: {
    name: 'server-drills',
    maxWorkers: TEST_WORKERS,
    include: ['{src,test}/**/*.drill.test.ts'],
    globalSetup: ['test/global-setup.ts', 'test/services/global-setup.ts'],
    // Limits for what hangs: several products run at once.
    hookTimeout: 300_000,
    testTimeout: 300_000,
    expect: { poll: { interval: 20, timeout: 120_000 } },
  },
});
