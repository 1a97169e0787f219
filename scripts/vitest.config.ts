import { defineConfig } from 'vitest/config';
import { TEST_WORKERS } from './test-workers.ts';

export default defineConfig({
  test: {
    name: 'repository',
    maxWorkers: TEST_WORKERS,
    include: ['*.test.ts', '../apps/web/build/*.test.ts'],
    exclude: ['*.drill.test.ts'],
    testTimeout: 60_000,
  },
});
