import { defineConfig } from 'vitest/config';
import { ownTemporaryFolders } from './scripts/clean-up.ts';
import './scripts/compile-cache.ts';
import { reportFlaky } from './scripts/report-flaky.ts';

// Not where a linter reads this file.
if (process.env['VITEST'] !== undefined) await ownTemporaryFolders();

export default defineConfig({
  test: {
    reporters: ['default', reportFlaky],
    projects: [
      'packages/contract',
      'packages/demo',
      'apps/server',
      'apps/server/vitest.services.config.ts',
      'apps/web',
      'apps/web/vitest.logic.config.ts',
      'bench',
      'scripts',
    ],
  },
});
