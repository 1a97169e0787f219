import { defineConfig } from 'vitest/config';
import './scripts/compile-cache.ts';
import { reportFlaky } from './scripts/report-flaky.ts';

export default defineConfig({
  test: {
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
