import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { currentLocation, navigate } from '#core/router/location.ts';
import { closeSidebar, sidebar, toggleSidebar } from '#core/shell/sidebar.ts';
import { closeDrawerOnBack } from './close-drawer-on-back.ts';

let traversals = 0;
window.addEventListener('popstate', () => (traversals += 1));

/** Goes through the history, and waits until the browser has done it. */
const go = async (by: number): Promise<void> => {
  const before = traversals;
  history.go(by);
  await expect.poll(() => traversals).toBeGreaterThan(before);
};
const goBack = (): Promise<void> => go(-1);
const goForward = (): Promise<void> => go(1);

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

test('Forward does not lead to the drawer that Back has closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await goBack();
  // Until then, the entry is left by itself.
  vi.runAllTimers();
  vi.useRealTimers();
  const { key } = currentLocation();
  const before = traversals;
  history.forward();
  await expect.poll(() => traversals).toBe(before + 2);
  expect([isOpen(), isCovered(), currentLocation().key]).toEqual([false, false, key]);
});

test('beside the page, the sidebar has no entry of its own', async () => {
  await goBack();
  await page.viewport(1280, 800);
  await expect.poll(isOpen).toBe(true);
  expect(isCovered()).toBe(false);
});

test('a drawer that was closed otherwise leaves no entry', async () => {
  closeSidebar();
  await expect.poll(isCovered).toBe(false);
  await goBack();
  expect(currentLocation().path).toBe('/trending');
});

test('after a link in the drawer, Back and Forward lead from page to page', async () => {
  const entries = history.length;
  navigate('/favorites');
  closeSidebar();
  expect(history.length).toBe(entries);
  await goBack();
  expect(currentLocation().path).toBe('/deals');
  await goForward();
  expect(currentLocation().path).toBe('/favorites');
  await goBack();
  await goBack();
  expect(currentLocation().path).toBe('/trending');
});

test('what closes the drawer may navigate later, as a channel does that is chosen in it', async () => {
  const back = vi.spyOn(history, 'back');
  closeSidebar();
  await new Promise((resolve) => setTimeout(resolve));
  navigate('/favorites');
  expect(back).not.toHaveBeenCalled();
  back.mockRestore();
  await goBack();
  expect(currentLocation().path).toBe('/deals');
});

test('Back right after the drawer was closed leaves the page', async () => {
  closeSidebar();
  await goBack();
  await expect.poll(() => currentLocation().path).toBe('/trending');
});

/** Opens a dialog over all else, which closes at Escape. */
const openDialog = (): HTMLDialogElement => {
  const dialog = document.createElement('dialog');
  dialog.addEventListener('cancel', () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
};

test('Back closes the dialogs over the drawer first, the upper one before the lower', async () => {
  const [lower, upper] = [openDialog(), openDialog()];
  await goBack();
  expect([lower.open, upper.open, isOpen()]).toEqual([true, false, true]);
  await goBack();
  expect([lower.open, isOpen()]).toEqual([false, true]);
  await goBack();
  expect(isOpen()).toBe(false);
  expect(currentLocation().path).toBe('/deals');
  lower.remove();
  upper.remove();
});
