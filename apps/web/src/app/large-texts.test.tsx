import '#shared/styles/tokens.css';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open, signIn, startAfresh } from './testing/served-app.tsx';

const root = document.documentElement;

beforeEach(async () => {
  await startAfresh();
  await page.viewport(360, 740);
  root.style.fontSize = '200%';
});
afterEach(() => {
  root.style.removeProperty('font-size');
});

/** How far what is visible reaches to the right, in pixels; the header alone does not scroll. */
const reach = (): number =>
  Math.max(
    ...[...document.querySelectorAll('header *, main *')]
      .filter((element) => element.checkVisibility() && element.closest('[inert]') === null)
      .map((element) => element.getBoundingClientRect().right),
  );

// A scroll bar, which a phone does not have, takes 15 pixels here.
test.each([
  ['/deals', /^Favorite: Deal 1$/],
  ['/deals/1', /^Like/],
])('%s with texts twice as large fits a phone', async (path, last) => {
  const screen = await open(path);
  await expect.element(screen.getByRole('button', { name: last })).toBeVisible();
  expect(reach()).toBeLessThanOrEqual(360);
});

test('the header of a signed-in user with texts twice as large fits a phone', async () => {
  signIn();
  const screen = await open('/deals');
  await expect.element(screen.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  expect(reach()).toBeLessThanOrEqual(360);
});
