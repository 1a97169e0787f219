import { expect, test, vi } from 'vitest';
import { open, startAfresh } from './testing/served-app.tsx';

const broken = new Error('The header does not like this browser');

vi.mock('./shell/shell.tsx', () => ({
  Shell: () => {
    throw broken;
  },
}));

test('if the shell fails, the page shows an error', async () => {
  await startAfresh();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const screen = await open('/deals');
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
  expect(logged).toHaveBeenCalledWith('Failed to apply page providers', broken);
  // The test expects what was logged.
  logged.mockClear();
});
