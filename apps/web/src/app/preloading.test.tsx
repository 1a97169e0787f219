import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { open, startAfresh } from './testing/served-app.tsx';

beforeEach(() => startAfresh());
// The browser notes 250 resources unless it is given more room, and every module is one in a test.
beforeEach(() => performance.setResourceTimingBufferSize(2_000));

/** Counts the modules that the browser has loaded whose URL contains the part. */
const fetched = (part: string): number =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes(part)).length;

test('a page preloads as soon as the user is about to open it', async () => {
  const screen = await open('/welcome');
  const links = screen.getByRole('contentinfo').getByRole('link');
  await expect.element(links.first()).toBeVisible();
  expect([fetched('about-page'), fetched('contact-page')]).toEqual([0, 0]);

  await userEvent.hover(screen.getByRole('link', { name: 'About' }));
  await expect.poll(() => fetched('about-page')).toBe(1);
  expect(fetched('contact-page')).toBe(0);

  screen.getByRole('link', { name: 'Contact' }).element().focus();
  await expect.poll(() => fetched('contact-page')).toBe(1);
  expect(location.pathname).toBe('/welcome');
});
