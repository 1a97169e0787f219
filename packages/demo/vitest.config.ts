import { defineConfig } from 'vitest/config';
import { TEST_WORKERS } from '../../scripts/test-workers.ts';

export default defineConfig({
  test: {
    name: 'demo',
    maxWorkers: TEST_WORKERS,
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
