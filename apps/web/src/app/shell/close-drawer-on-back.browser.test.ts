import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { currentLocation, navigate } from '#core/router/location.ts';
import { closeSidebar, sidebar, toggleSidebar } from '#core/shell/sidebar.ts';
import { closeDrawerOnBack } from './close-drawer-on-back.ts';

let traversals = 0;
window.addEventListener('popstate', () => (traversals += 1));

/** Goes back, and waits until the browser has done it. */
const goBack = async (): Promise<void> => {
  const before = traversals;
  history.back();
  await expect.poll(() => traversals).toBeGreaterThan(before);
};

const isOpen = (): boolean => sidebar.get().open;
const isCovered = (): boolean => JSON.stringify(history.state).includes('cover');

/** Opens the drawer; a toggle soon after another is ignored. */
const open = async (): Promise<void> => {
  await expect
    .poll(() => {
      if (!isOpen()) toggleSidebar();
      return isOpen();
    })
    .toBe(true);
};

let isFollowed = false;

beforeEach(async () => {
  await page.viewport(360, 740);
  await vi.waitUntil(() => !isOpen());
  navigate('/trending');
  navigate('/deals');
  if (!isFollowed) closeDrawerOnBack();
  isFollowed = true;
  await open();
  return async () => {
    closeSidebar();
    await vi.waitUntil(() => !isCovered());
  };
});

test('Back closes the drawer and stays on the page', async () => {
  const { key } = currentLocation();
  await goBack();
  expect(isOpen()).toBe(false);
  expect(currentLocation()).toMatchObject({ path: '/deals', key });
  await goBack();
  expect(currentLocation().path).toBe('/trending');
});

test('a drawer that was closed otherwise leaves no entry', async () => {
  closeSidebar();
  await expect.poll(isCovered).toBe(false);
  await goBack();
  expect(currentLocation().path).toBe('/trending');
});

test('after a link in the drawer, Back leads to the page below it, and further', async () => {
  navigate('/favorites');
  closeSidebar();
  await goBack();
  await expect.poll(isCovered).toBe(false);
  expect(currentLocation().path).toBe('/deals');
  await goBack();
  expect(currentLocation().path).toBe('/trending');
});

test('Back closes a dialog over the drawer first', async () => {
  const dialog = document.createElement('dialog');
  const onCancel = vi.fn<() => void>(() => dialog.close());
  dialog.addEventListener('cancel', onCancel);
  document.body.append(dialog);
  dialog.showModal();
  await goBack();
  expect(onCancel).toHaveBeenCalledOnce();
  expect(isOpen()).toBe(true);
  dialog.remove();
  await goBack();
  expect(isOpen()).toBe(false);
  expect(currentLocation().path).toBe('/deals');
});
