import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { reportFlaky } from './scripts/report-flaky.ts';

export default defineConfig({
  test: {
    // More than the cores of a small machine, because tests wait for PostgreSQL and timers half the
    // time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
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
