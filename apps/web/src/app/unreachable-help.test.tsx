// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { open, startAfresh } from './testing/served-app.tsx';

vi.mock(import('#features/site/help-document.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  parseHelp: () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));

beforeEach(() => startAfresh());

test('a help that cannot be loaded says so, and the page has its foot', async () => {
  network.response = () => Promise.reject(new TypeError('Failed to fetch'));
  const screen = await open('/help');
  await expect.element(screen.getByText(/^Connection lost/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Imprint' })).toBeVisible();
});

test('a help that a reachable server does not serve is no lost connection', async () => {
  const screen = await open('/help');
  await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
  expect(screen.getByText(/^Connection lost/).query()).toBeNull();
});
