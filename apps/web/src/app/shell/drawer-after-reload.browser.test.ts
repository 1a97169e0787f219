import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { leaveClosedCovers } from '#core/router/cover-page.ts';
import { COVER, currentLocation, entryState, navigate } from '#core/router/location.ts';
import { sidebar, toggleSidebar } from '#core/shell/sidebar.ts';
import { closeDrawerOnBack } from './close-drawer-on-back.ts';

test('a drawer that opens on the entry of one that a reload closed stays open until Back', async () => {
  await page.viewport(360, 740);
  await expect.poll(() => sidebar.get().open).toBe(false);
  navigate('/deals');
  // What the page left in the history when it was reloaded.
  history.pushState({ ...entryState(), [COVER]: 'former' }, '');
  const entries = history.length;
  toggleSidebar();
  closeDrawerOnBack();
  // The time of a way back.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([sidebar.get().open, currentLocation().path]).toEqual([true, '/deals']);
  expect(history.length).toBe(entries);
  history.back();
  await expect.poll(() => sidebar.get().open).toBe(false);
  expect(currentLocation().path).toBe('/deals');
  expect(entryState()[COVER]).toBeUndefined();
});

test('the entry of a drawer that a reload closed is left', async () => {
  navigate('/trending');
  const { key } = currentLocation();
  history.pushState({ ...entryState(), [COVER]: 'former' }, '');
  leaveClosedCovers();
  await expect.poll(() => entryState()[COVER]).toBeUndefined();
  expect(currentLocation().key).toBe(key);
});
