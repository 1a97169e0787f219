import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Property tests on a machine that is busy take longer than the five seconds that are usual.
  test: { name: 'contract', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
