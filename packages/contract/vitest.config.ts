import { defineConfig } from 'vitest/config';
import { TEST_WORKERS } from '../../scripts/test-workers.ts';

export default defineConfig({
  // Property tests on a busy machine take longer than the default of five seconds.
  test: {
    name: 'contract',
    maxWorkers: TEST_WORKERS,
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
