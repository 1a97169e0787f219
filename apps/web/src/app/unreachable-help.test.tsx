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
  const screen = await open('/help');
  await expect.element(screen.getByText(/^Connection lost/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Imprint' })).toBeVisible();
});
