// Imported first, because it replaces the network of the application.
import { network } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { mila } from '#core/session/testing/sessions.ts';
import { field, postServer, startPostServer } from './testing/post-server.ts';
import { open } from './testing/served-app.tsx';

beforeEach(startPostServer);

// In its own file, because a session is restored only once, when its code loads.
test('the form shows its heading, in its final place, while the session is being validated', async () => {
  const checked = Promise.withResolvers<Response>();
  network.response = (request) =>
    request.url.pathname === '/api/auth/me' ? checked.promise : postServer(request);
  const screen = await open('/post');
  await expect.element(screen.getByText('Checking authentication...')).toBeVisible();
  const heading = screen.getByRole('heading', { level: 1, name: 'Post a deal' }).element();
  const { top } = heading.getBoundingClientRect();
  await expect.element(screen.getByText(/^A title, a category and a price/)).toBeVisible();
  await expect.element(field(screen, 'Title')).not.toBeInTheDocument();
  checked.resolve(Response.json({ success: true, user: mila }));
  await expect.element(field(screen, 'Title')).toBeVisible();
  expect(heading.isConnected).toBe(true);
  expect(heading.getBoundingClientRect().top).toBe(top);
  await expect.element(screen.getByText('Checking authentication...')).not.toBeInTheDocument();
});
