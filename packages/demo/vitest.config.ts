import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'demo', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
