import { expect, test, vi } from 'vitest';
import { open, startAfresh } from './testing/served-app.tsx';

const broken = new Error('The header does not like this browser');

vi.mock('./shell/shell.tsx', () => ({
  Shell: () => {
    throw broken;
  },
}));

test('where what stands around every page breaks, the page still says so', async () => {
  await startAfresh();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screen = await open('/deals');
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  expect(logged).toHaveBeenCalledWith('Failed to apply page providers', broken);
  // What was said was asked for.
  logged.mockClear();
});
