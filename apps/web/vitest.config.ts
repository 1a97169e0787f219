import { playwright } from '@vitest/browser-playwright';
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { findChromium } from '../../scripts/find-chromium.ts';
import viteConfig from './vite.config.ts';

/**
 * A port that no server listens on, so that unmocked requests fail even if the product runs on this
 * machine.
 */
const NOBODY = 'http://127.0.0.1:1';

const { executablePath, args } = await findChromium();

// Each test file loads hundreds of modules, for which the browser would ask again. They change only
// while tests are watched.
const headers = process.argv.includes('run') ? { 'Cache-Control': 'max-age=3600, immutable' } : {};

export default mergeConfig(
  viteConfig,
  defineConfig({
    server: {
      headers,
      proxy: {
        '/api': { target: NOBODY },
        '/demo-media': NOBODY,
        '/manifest.webmanifest': NOBODY,
      },
    },
    // Listed here, because a dependency found only while tests run reloads their page.
    optimizeDeps: {
      include: [
        '@lingui/message-utils/compileMessage',
        '@tanstack/react-query',
        'fast-check',
        'idb',
        'react',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        'react/compiler-runtime',
        'react/jsx-dev-runtime',
        'react/jsx-runtime',
        'tus-js-client',
        'virtua',
        'vitest-browser-react',
        'zod/mini',
      ],
    },
    test: {
      name: 'web',
      // Pages of one browser take the focus from each other.
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
      include: ['src/**/*.browser.test.ts', 'src/**/*.test.tsx', 'src/app/**/*.test.ts'],
      // As with journeys (e2e/playwright.config.ts): locally a failed test fails; CI retries it
      // once and reports it.
      retry: process.env['CI'] === undefined ? 0 : 1,
      // Limits for tests that hang, not for slow ones: a busy machine takes ten times as long.
      hookTimeout: 60_000,
      testTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      setupFiles: [
        'test/empty-storage.ts',
        'test/fail-on-console.ts',
        'src/app/testing/keep-focus.ts',
        'test/without-react-timings.ts',
      ],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: {
            args: [...args],
            ...(executablePath === undefined ? {} : { executablePath }),
          },
        }),
        instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
      },
    },
  }),
);
