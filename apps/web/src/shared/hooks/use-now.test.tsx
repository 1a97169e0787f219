import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 0 });
});
afterEach(() => vi.useRealTimers());

test('the first to show the time shows the present, and then each minute', async () => {
  const { useNow } = await import('./use-now.ts');
  const Minutes = () => <output>{useNow() / MINUTE_MS}</output>;
  vi.advanceTimersByTime(10 * MINUTE_MS);
  await render(<Minutes />);
  await expect.element(page.getByRole('status')).toHaveTextContent('10');
  vi.advanceTimersByTime(MINUTE_MS);
  await expect.element(page.getByRole('status')).toHaveTextContent('11');
});
