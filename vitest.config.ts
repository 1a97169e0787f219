import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { reportFlaky } from './scripts/report-flaky.ts';

export default defineConfig({
  test: {
    // Two also on two cores, because tests wait for PostgreSQL, the browser and timers half the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', reportFlaky],
    projects: [
      'packages/contract',
      'packages/demo',
      'apps/server',
      'apps/server/vitest.services.config.ts',
      'apps/web',
      'bench',
      'scripts',
    ],
  },
});
