// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { mila } from '#core/session/testing/sessions.ts';
import { held, own, postServer, startPostServer } from './testing/post-server.ts';
import { open } from './testing/served-app.tsx';

beforeEach(startPostServer);

// In its own file, because a session is restored only once, when its code loads.
test('a page for signed-in users shows its data while the session is being validated', async () => {
  held.posts = [own(41, { title: 'Bicycle' })];
  const checked = Promise.withResolvers<Response>();
  network.response = (request) =>
    request.url.pathname === '/api/auth/me' ? checked.promise : postServer(request);
  const screen = await open('/my-posts');
  const row = screen.getByRole('link', { name: 'Bicycle', exact: true });
  await expect.element(row).toBeVisible();
  await expect.element(screen.getByText('Checking authentication...')).toBeVisible();
  const shown = row.element();

  checked.resolve(Response.json({ success: true, user: mila }));
  await expect.element(screen.getByText('Checking authentication...')).not.toBeInTheDocument();
  expect(shown.isConnected).toBe(true);
  const asked = network.asked.filter(({ url }) => url.pathname === '/api/users/me/deals');
  expect(asked).toHaveLength(1);
});
