// First: it replaces what the application asks over.
import { network } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { posting, startPosting } from './testing/posting-server.ts';
import { open } from './testing/served-app.tsx';

beforeEach(startPosting);

// In a file of its own: a session is restored only once, when its code is loaded.
test('a page for members asks for nothing with a session whose time is up', async () => {
  network.answer = posting;
  localStorage.setItem('accessTokenExpiration', String(Date.now() - 1_000));
  const screen = await open('/my-posts');
  await expect.element(screen.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  expect(location.search).toBe('?from=%2Fmy-posts');
  const paths = network.asked.map(({ url }) => url.pathname);
  expect(paths).not.toContain('/api/users/me/deals');
  expect(paths).not.toContain('/api/auth/me');
});
