import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { COVER, entryState } from '#core/router/location.ts';
import { sidebar, toggleSidebar } from '#core/shell/sidebar.ts';
import type * as BrowserEvents from '#shared/browser-events.ts';
import { waitForLater } from './when-later.ts';

// The time of low-priority work does not come.
vi.mock('#shared/browser-events.ts', async (original) => ({
  ...(await original<typeof BrowserEvents>()),
  after: () => () => undefined,
}));
vi.mock('#core/offline/watch-worker.ts', () => ({ watchWorker: () => Promise.resolve() }));
vi.mock('#features/visitors/location-update.ts', () => ({
  keepLocationUpdated: () => Promise.resolve(),
}));

test('Back closes a drawer that was opened as soon as the page had loaded', async () => {
  await page.viewport(360, 740);
  await expect.poll(() => sidebar.get().open).toBe(false);
  waitForLater();
  toggleSidebar();
  // Not the number of entries, which browsers limit to 50.
  await expect.poll(() => entryState()[COVER], { timeout: 30_000 }).toBeDefined();
  history.back();
  await expect.poll(() => sidebar.get().open).toBe(false);
});
