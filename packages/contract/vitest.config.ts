import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Property tests on a busy machine take longer than the default of five seconds.
  test: { name: 'contract', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
