import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { TEST_WORKERS } from '../../scripts/test-workers.ts';
import viteConfig from './vite.config.ts';

/** The tests of what needs no page, in Node: a file takes a tenth of what it takes in a browser. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web-logic',
      maxWorkers: TEST_WORKERS,
      include: ['src/**/*.test.ts'],
      exclude: ['src/app/**', 'src/**/*.browser.test.ts'],
      // They leave nothing behind, and loading the modules takes longer than most of them.
      isolate: false,
      setupFiles: ['test/fail-on-console.ts'],
      retry: process.env['CI'] === undefined ? 0 : 1,
      testTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
  }),
);
