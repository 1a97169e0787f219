// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { postServer, startPostServer } from './testing/post-server.ts';
import { open, rejection } from './testing/served-app.tsx';

beforeEach(startPostServer);

// In its own file, because a session is restored only once, when its code loads.
test('a page for signed-in users requests nothing with an expired session', async () => {
  network.response = (request) =>
    request.url.pathname === '/api/auth/refresh'
      ? rejection(401, 'session_expired')
      : postServer(request);
  localStorage.setItem('accessTokenExpiration', String(Date.now() - 1_000));
  const screen = await open('/my-posts');
  await expect.element(screen.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  expect(location.search).toBe('?from=%2Fmy-posts');
  const paths = network.asked.map(({ url }) => url.pathname);
  expect(paths).not.toContain('/api/users/me/deals');
  expect(paths).not.toContain('/api/auth/me');
});
