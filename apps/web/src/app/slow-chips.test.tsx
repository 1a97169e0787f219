import { beforeEach, expect, test, vi } from 'vitest';
import { open, startAfresh } from './testing/served-app.tsx';

/** A connection that stays silent. */
vi.mock('#features/search/filters/active-filters.tsx', () => new Promise(() => {}));

beforeEach(() => startAfresh());

test('a list waits for the code of the chips that its first view shows, but not for long', async () => {
  const firstView = document.createElement('div');
  firstView.className = 'list-active';
  document.body.append(firstView);
  const screen = await open('/deals?category=sports');
  await expect.element(screen.getByRole('article').first(), { timeout: 10_000 }).toBeVisible();
  firstView.remove();
});
