import { defineConfig } from 'vitest/config';

/** Tests of tools that start and kill processes, or check a whole copy of the repository. */
export default defineConfig({
  test: {
    name: 'repository-drills',
    maxWorkers: 1,
    include: ['*.drill.test.ts'],
    testTimeout: 60_000,
  },
});
